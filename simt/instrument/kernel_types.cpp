#include "simt/instrument/kernel_types.hpp"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <string>

#include "simt/instrument/instrumented.hpp"

namespace simt::instrument {
namespace {

using namespace llvm;

/// Of "void a::k<int, main::L>(main::L*)": "int, main::L". Empty for what is no template.
std::string template_arguments(const std::string& name) {
  constexpr StringLiteral unnamed_space = "(anonymous namespace)";
  std::size_t begin = 0;
  while (begin < name.size() && name[begin] != '<') {
    if (StringRef(name).substr(begin, unnamed_space.size()) == unnamed_space) {
      begin += unnamed_space.size();
    } else if (name[begin++] == '(') {
      return "";
    }
  }
  int depth = 0;
  for (std::size_t end = begin; end < name.size(); ++end) {
    if (name[end] == '<') ++depth;
    if (name[end] == '>' && --depth == 0) return name.substr(begin + 1, end - begin - 1);
  }
  return "";
}

/// Why nvcc refuses such arguments; empty where it does not.
std::string refusal_of(std::string arguments) {
  constexpr StringLiteral unnamed_space = "(anonymous namespace)::";
  for (std::size_t at = arguments.find(unnamed_space.str()); at != std::string::npos;
       at = arguments.find(unnamed_space.str())) {
    arguments.erase(at, unnamed_space.size());
  }
  const StringRef text = arguments;
  const std::string place = " cannot be used in the template argument type of a __global__ function template";
  if (text.contains("lambda")) {
    return "the closure type of a lambda" + place + ", unless --extended-lambda is given; pass a struct with a " +
           "__device__ operator()";
  }
  if (text.contains("unnamed") || text.contains("::$_") || text.contains("'$_") || text.substr(0, 2) == "$_" ||
      text.contains(" $_")) {
    return "the closure type of a lambda, or another type without a name," + place +
           "; give the type a name, and a lambda's code a __device__ operator()";
  }
  if (text.contains(")::") || text.contains(") const::") || text.substr(0, 6) == "main::" || text.contains(" main::")) {
    return "a type defined inside a __host__ function (\"" + arguments + "\")" + place + "; define it outside";
  }
  return "";
}

/// The calls of a launch stand at its line. clang finds no place of its own for it: the source's name stands for
/// another file. So the message says it (compiler_messages.cpp).
std::string line_of(const Function& kernel) {
  for (const User* const user : kernel.users()) {
    const auto* const call = dyn_cast<CallBase>(user);
    if (call == nullptr || call->getCalledOperand() != &kernel || !call->getDebugLoc()) continue;
    return "[line " + std::to_string(call->getDebugLoc().getLine()) + "] ";
  }
  return "[line 0] ";
}

}  // namespace

PreservedAnalyses KernelTypesPass::run(Module& module, ModuleAnalysisManager&) {
  for (const Function& function : module) {
    if (!is_kernel(function)) continue;
    const std::string refused = refusal_of(template_arguments(demangle(function.getName().str())));
    if (refused.empty()) continue;
    function.getContext().diagnose(DiagnosticInfoUnsupported(function, line_of(function) + refused, {}, DS_Warning));
  }
  return PreservedAnalyses::all();
}

}  // namespace simt::instrument
