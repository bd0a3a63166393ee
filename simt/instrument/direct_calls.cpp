#include "simt/instrument/direct_calls.hpp"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <string>

namespace simt::instrument {
namespace {

using namespace llvm;

void declare_access(Module& module, const std::string& name) {
  LLVMContext& context = module.getContext();
  FunctionCallee callee =
      module.getOrInsertFunction(name, Type::getVoidTy(context), PointerType::get(Type::getInt8Ty(context), 0));
  if (auto* const function = dyn_cast<Function>(callee.getCallee())) function->setDoesNotThrow();
}

}  // namespace

PreservedAnalyses DirectCallsPass::run(Module& module, ModuleAnalysisManager&) {
  for (const char* const bytes : {"1", "2", "4", "8", "16"}) {
    for (const char* const access : {"read", "write", "unaligned_read", "unaligned_write"}) {
      declare_access(module, std::string("__tsan_") + access + bytes);
    }
  }
  for (Function& function : module) {
    const StringRef name = function.getName();
    const bool is_the_emulators = name.find("simt_") == 0 || name.find("__tsan_") == 0;
    if (function.isDeclaration() && is_the_emulators) function.addFnAttr(Attribute::NonLazyBind);
  }
  return PreservedAnalyses::all();
}

}  // namespace simt::instrument
