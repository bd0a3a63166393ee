// Loads that only keep the bits around those that are stored: a thread that stores to a bit field reads nothing.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// Calls simt_keeps_bits(address) before each load whose value goes nowhere but back to the same address, with some of
/// its bits masked out, and others put in unless they are 0. What was there before does not matter to the thread.
struct KeptBitsPass : llvm::PassInfoMixin<KeptBitsPass> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
