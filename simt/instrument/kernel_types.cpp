#include "simt/instrument/kernel_types.hpp"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <string>
#include <vector>

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

/// "Owner<int>::Inner" as "Owner::Inner".
std::string without_class_arguments(std::string name) {
  for (std::size_t end = name.find(">::"); end != std::string::npos; end = name.find(">::")) {
    std::size_t begin = end;
    for (int depth = 1; depth != 0 && begin > 0;) depth += name[--begin] == '>' ? 1 : name[begin] == '<' ? -1 : 0;
    name.erase(begin, end + 1 - begin);
  }
  return name;
}

bool is_of_name(char c) { return isAlnum(c) || c == '_'; }

/// Whether the type, or one within it, is among these arguments.
bool has_type(const std::string& arguments, const std::string& type) {
  for (std::size_t at = arguments.find(type); at != std::string::npos; at = arguments.find(type, at + 1)) {
    const std::size_t end = at + type.size();
    const bool begins = at == 0 || (!is_of_name(arguments[at - 1]) && arguments[at - 1] != ':');
    if (begins && (end == arguments.size() || !is_of_name(arguments[end]))) return true;
  }
  return false;
}

/// The names that the translation noted (translate/private_types.hpp).
std::vector<std::string> private_types(const Module& module) {
  const GlobalVariable* const note = module.getNamedGlobal("_ZL18simt_private_types");
  const auto* const names = note == nullptr ? nullptr : dyn_cast<ConstantDataSequential>(note->getInitializer());
  if (names == nullptr || !names->isCString()) return {};
  SmallVector<StringRef, 8> lines;
  names->getAsCString().split(lines, ';', -1, /*KeepEmpty=*/false);
  return std::vector<std::string>(lines.begin(), lines.end());
}

/// Why nvcc refuses such arguments; empty where it does not.
std::string refusal_of(std::string arguments, const std::vector<std::string>& private_types) {
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
  const std::string plain = without_class_arguments(arguments);
  for (const std::string& type : private_types) {
    if (!has_type(plain, type)) continue;
    return "a type that is defined inside a class and has private or protected access (\"" + type + "\")" + place +
           "; make it public";
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
  const std::vector<std::string> private_ones = private_types(module);
  for (const Function& function : module) {
    if (!is_kernel(function)) continue;
    const std::string refused = refusal_of(template_arguments(demangle(function.getName().str())), private_ones);
    if (refused.empty()) continue;
    function.getContext().diagnose(DiagnosticInfoUnsupported(function, line_of(function) + refused, {}, DS_Warning));
  }
  return PreservedAnalyses::all();
}

}  // namespace simt::instrument
