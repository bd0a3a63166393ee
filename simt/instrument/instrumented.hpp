// Which functions the passes work on.
#pragma once

#include <llvm/IR/Function.h>

namespace simt::instrument {

/// Compiled here, with calls before its loads and stores: student code, and the headers that it includes.
inline bool is_instrumented(const llvm::Function& function) {
  return !function.isDeclaration() && function.hasFnAttribute(llvm::Attribute::SanitizeThread);
}

/// Compiled here and launched; device functions are inlined into it.
inline bool is_kernel(const llvm::Function& function) {
  return !function.isDeclaration() && function.getSection() == "simt_kernels";
}

}  // namespace simt::instrument
