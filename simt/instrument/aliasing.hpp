// nvcc lets a write of a float change an int: which types two accesses have says nothing to it, only that they are
// different members of one structure. clang assumes that numbers of different types are different memory, keeps what it
// has read, and so makes fewer requests.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// Makes all types of numbers and pointers in LLVM's notes on types (TBAA) one type, and keeps the structures. The
/// thread's own context stays apart: no write of student code is to it. Before all optimisations.
class OneTypeOfNumbersPass : public llvm::PassInfoMixin<OneTypeOfNumbersPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
