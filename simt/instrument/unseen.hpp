// Accesses that ThreadSanitizer's pass leaves out, and code whose accesses nothing can see.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// Before all optimisations. Refuses, with an error of the compiler: assembler, built-in functions of the processor,
/// other names for functions, functions and writes without instrumentation, jumps to computed addresses.
class RefuseUnseenPass : public llvm::PassInfoMixin<RefuseUnseenPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
  static bool isRequired() { return true; }
};

/// After them, before ThreadSanitizer's pass. Puts calls before accesses of sizes that it does not know, before
/// arguments that the call copies, and before reads of constant arrays at an index that is not known; makes it see
/// reads of variables that are const and __constant__ or __device__; and makes it see the thread's own arrays that have
/// such an index: with a wrong index, any memory could be reached. A switch gets another way where it has none: with a
/// wrong value, any code could be reached.
class SeeAllPass : public llvm::PassInfoMixin<SeeAllPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
