// What LLVM may assume of two accesses: that they are to different memory. It shall assume what nvcc does, because it
// then keeps values that it has read, and so makes fewer requests.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// nvcc lets a write of a float change an int: which types two accesses have says nothing to it, only that they are
/// different members of one structure. Makes all types of numbers and pointers in LLVM's notes on types (TBAA) one
/// type, and keeps the structures. The thread's own context stays apart: no write of student code is to it. Before all
/// optimisations.
class OneTypeOfNumbersPass : public llvm::PassInfoMixin<OneTypeOfNumbersPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// nvcc keeps values that it has read over a shuffle or a vote, which exchange registers; over __syncwarp() it does
/// not.
class ExchangesPass : public llvm::PassInfoMixin<ExchangesPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// nvcc knows that a write to shared memory, or an atomic update there, does not change what a kernel's parameters
/// point to. In the emulator both are the host's memory: notes (alias scopes) say it to LLVM. Nor does it change a
/// thread's indices, which are values of special registers. Where addresses are values, before loops are optimised.
class SharedIsNotGlobalPass : public llvm::PassInfoMixin<SharedIsNotGlobalPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// nvcc reads a[i] again after `b[i] = a[i]`, because b[i] may be a part of a[i] or of its neighbour. LLVM 19
/// (not 16) concludes that such a store changes no aligned element of that size, where it sees that the stored value
/// was read. Hides that (by a freeze instruction) before values that were read are kept.
class ReadAgainAfterCopyPass : public llvm::PassInfoMixin<ReadAgainAfterCopyPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Takes away what ReadAgainAfterCopyPass put in. After all optimisations.
class ShowCopiesPass : public llvm::PassInfoMixin<ShowCopiesPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
