#include "simt/instrument/uncalled.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>

#include "simt/instrument/instrumented.hpp"

namespace simt::instrument {

using namespace llvm;

PreservedAnalyses RemoveUncalledKernelsPass::run(Module& module, ModuleAnalysisManager& analyses) {
  // The marks have been read (barriers.hpp).
  if (GlobalVariable* const marks = module.getNamedGlobal("llvm.global.annotations")) marks->eraseFromParent();
  for (Function& function : make_early_inc_range(module)) {
    if (!is_kernel(function)) continue;
    function.removeDeadConstantUsers();
    if (function.use_empty()) function.eraseFromParent();
  }
  GlobalDCEPass().run(module, analyses);
  return PreservedAnalyses::none();
}

}  // namespace simt::instrument
