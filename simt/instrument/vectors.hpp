// Makes one access of what nvcc reads or writes as one vector.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// In functions with ThreadSanitizer's attribute: hides the loads and stores that nvcc joins from ThreadSanitizer's
/// pass, and calls __tsan_readN or __tsan_writeN for all of them, with the line of the first. A vector of which parts
/// are not used is noted by simt_read_parts(). Small copies of structures become loads and stores of their words.
class VectorsPass : public llvm::PassInfoMixin<VectorsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
