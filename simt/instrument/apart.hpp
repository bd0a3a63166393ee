// Parts of a condition that lanes reach in two ways, as `c` in `(a && b) || c`: a GPU brings the lanes of a warp
// together again only behind the whole condition, so that those for which `a` fails and those for which `b` fails load
// `c` in two requests. Here each way has its own copy of the part.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

class WaysApartPass : public llvm::PassInfoMixin<WaysApartPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace simt::instrument
