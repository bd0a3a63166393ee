#include "simt/instrument/unseen.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <array>
#include <vector>

#include "simt/instrument/instrumented.hpp"
#include "simt/instrument/memory_space.hpp"

namespace simt::instrument {
namespace {

using namespace llvm;

// LLVM's own functions that access no memory, or whose accesses ThreadSanitizer's pass or SeeAllPass sees. Types follow
// the names.
constexpr std::array<const char*, 106> seen_intrinsics{
    "memcpy",
    "memmove",
    "memset",
    "va_start",
    "va_end",
    "va_copy",
    "lifetime.start",
    "lifetime.end",
    "dbg",
    "assume",
    "fma",
    "fmuladd",
    "fabs",
    "sqrt",
    "floor",
    "ceil",
    "trunc",
    "rint",
    "nearbyint",
    "round",
    "roundeven",
    "copysign",
    "minnum",
    "maxnum",
    "minimum",
    "maximum",
    "minimumnum",
    "maximumnum",
    "pow",
    "powi",
    "exp",
    "exp2",
    "exp10",
    "log",
    "log2",
    "log10",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
    "ctpop",
    "ctlz",
    "cttz",
    "bswap",
    "bitreverse",
    "fshl",
    "fshr",
    "sadd",
    "uadd",
    "ssub",
    "usub",
    "smul",
    "umul",
    "sshl",
    "ushl",
    "abs",
    "smax",
    "smin",
    "umax",
    "umin",
    "expect",
    "is.constant",
    "objectsize",
    "trap",
    "ubsantrap",
    "experimental.noalias.scope.decl",
    "invariant.start",
    "invariant.end",
    "launder",
    "strip",
    "stacksave",
    "stackrestore",
    "eh.typeid.for",
    "threadlocal.address",
    "donothing",
    "ptrmask",
    "is.fpclass",
    "ldexp",
    "frexp",
    "lround",
    "llround",
    "lrint",
    "llrint",
    "canonicalize",
    "vector.reduce",
    "fptosi.sat",
    "fptoui.sat",
    "prefetch",
    "fake.use",
    "sideeffect",
    "arithmetic.fence",
    "scmp",
    "ucmp",
    "vector.insert",
    "vector.extract",
    "readcyclecounter",
    "convert.to",
    "convert.from",
    "type.test",
    "public.type.test",
};

bool is_seen(StringRef name) {
  name = name.substr(sizeof "llvm." - 1);
  return std::any_of(seen_intrinsics.begin(), seen_intrinsics.end(), [name](const char* seen) {
    const StringRef start = seen;
    return name.substr(0, start.size()) == start && (name.size() == start.size() || name[start.size()] == '.');
  });
}

/// ThreadSanitizer's pass leaves the others as they are.
bool is_seen_update(const AtomicRMWInst& update) {
  switch (update.getOperation()) {
    case AtomicRMWInst::Xchg:
    case AtomicRMWInst::Add:
    case AtomicRMWInst::Sub:
    case AtomicRMWInst::And:
    case AtomicRMWInst::Or:
    case AtomicRMWInst::Xor:
    case AtomicRMWInst::Nand:
      return update.getType()->isIntegerTy();
    default:
      return false;
  }
}

void refuse(const Function& function, const Twine& what, const DebugLoc& where = {}) {
  function.getContext().diagnose(DiagnosticInfoUnsupported(function, what, where));
}

void refuse_in(Instruction& instruction) {
  const Function& function = *instruction.getFunction();
  if (const auto* const call = dyn_cast<CallBase>(&instruction)) {
    if (call->isInlineAsm()) {
      refuse(function, "assembler is not supported: the emulator would not see what it accesses",
             instruction.getDebugLoc());
    } else if (const Function* const called = call->getCalledFunction();
               called != nullptr && called->isIntrinsic() && !is_seen(called->getName())) {
      refuse(function, "the emulator does not see what the built-in function " + called->getName() + " accesses",
             instruction.getDebugLoc());
    }
  } else if (const auto* const update = dyn_cast<AtomicRMWInst>(&instruction)) {
    if (!is_seen_update(*update)) {
      refuse(function, "the emulator does not see this atomic operation: use CUDA's functions",
             instruction.getDebugLoc());
    }
  } else if (isa<IndirectBrInst>(instruction)) {
    refuse(function, "the emulator does not follow a jump to a computed address (goto *)", instruction.getDebugLoc());
  } else if (const auto* const store = dyn_cast<StoreInst>(&instruction)) {
    if (store->getPointerAddressSpace() != 0) {
      refuse(function, "the emulator sees no writes to other address spaces", instruction.getDebugLoc());
    }
  }
}

bool is_usual_size(uint64_t bits) { return bits == 8 || bits == 16 || bits == 32 || bits == 64 || bits == 128; }

/// Whether all that is accessed is known before the program runs to lie within `object`, a variable.
bool is_within(const Value& address, const Value& object, uint64_t bytes, const DataLayout& layout) {
  const auto* const local = dyn_cast<AllocaInst>(&object);
  Type* const type = local != nullptr ? local->getAllocatedType() : cast<GlobalVariable>(object).getValueType();
  if (local != nullptr && local->isArrayAllocation()) return false;
  APInt offset(layout.getIndexTypeSizeInBits(address.getType()), 0);
  if (address.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true) != &object) return false;
  const uint64_t size = layout.getTypeAllocSize(type);
  return offset.isNonNegative() && bytes <= size && offset.getZExtValue() <= size - bytes;
}

class Announcer {
 public:
  explicit Announcer(Module& module) : module_(module) {}

  void before(Instruction& instruction, Value* address, uint64_t bytes, bool is_write) {
    IRBuilder<> builder(&instruction);
    Type* const pointer = PointerType::get(builder.getInt8Ty(), 0);
    const FunctionCallee callback = module_.getOrInsertFunction(is_write ? "__tsan_write_range" : "__tsan_read_range",
                                                                builder.getVoidTy(), pointer, builder.getInt64Ty());
    builder.CreateCall(callback, {builder.CreateBitCast(address, pointer), builder.getInt64(bytes)});
  }

 private:
  Module& module_;
};

/// A function that is called by its address may be one that nothing sees: the emulator looks at the address, and at
/// all arguments that could be addresses.
void announce_call(CallBase& call, Module& module) {
  if (call.isInlineAsm() || !call.isIndirectCall()) return;
  IRBuilder<> builder(&call);
  Type* const pointer = PointerType::get(builder.getInt8Ty(), 0);
  const FunctionCallee callback =
      module.getOrInsertFunction("simt_call_by_address", builder.getVoidTy(), pointer, pointer);
  Value* const called = builder.CreateBitCast(call.getCalledOperand(), pointer);
  bool has_address = false;
  for (Value* const argument : call.args()) {
    const bool is_number = argument->getType()->isIntegerTy(64);
    if (!is_number && !argument->getType()->isPointerTy()) continue;
    has_address = true;
    builder.CreateCall(callback, {called, is_number ? builder.CreateIntToPtr(argument, pointer)
                                                    : builder.CreatePointerBitCastOrAddrSpaceCast(argument, pointer)});
  }
  if (!has_address) builder.CreateCall(callback, {called, ConstantPointerNull::get(cast<PointerType>(pointer))});
}

/// A function that calls another one, which its caller hands over by its address, with an address.
struct Caller {
  const char* name;
  unsigned function, data;  ///< numbers of arguments
};
constexpr std::array<Caller, 8> callers{{{"qsort", 3, 0},
                                         {"pthread_once", 1, 0},
                                         {"atexit", 0, 0},
                                         {"__cxa_atexit", 0, 1},
                                         {"__cxa_thread_atexit", 0, 1},
                                         {"__cxa_throw", 2, 0},
                                         {"cudaLaunchHostFunc", 1, 2},
                                         {"cudaStreamAddCallback", 1, 2}}};

/// What is handed over to be called counts as called here.
void announce_callback(CallBase& call, Module& module) {
  const Function* const called = call.getCalledFunction();
  if (called == nullptr || !called->isDeclaration()) return;
  const auto* const caller = std::find_if(callers.begin(), callers.end(),
                                          [called](const Caller& one) { return called->getName() == one.name; });
  if (caller == callers.end() || call.arg_size() <= std::max(caller->function, caller->data)) return;
  IRBuilder<> builder(&call);
  Type* const pointer = PointerType::get(builder.getInt8Ty(), 0);
  const FunctionCallee callback =
      module.getOrInsertFunction("simt_call_by_address", builder.getVoidTy(), pointer, pointer);
  Value* const data = caller->function == caller->data
                          ? ConstantPointerNull::get(cast<PointerType>(pointer))
                          : builder.CreateBitCast(call.getArgOperand(caller->data), pointer);
  builder.CreateCall(callback, {builder.CreateBitCast(call.getArgOperand(caller->function), pointer), data});
}

/// Functions that keep what they are given, or move memory: of the CUDA runtime, of the C++ library, and some of the C
/// library. A GPU's kernels cannot call them, and nothing here would see what a kernel hands over by them.
bool is_of_the_host(StringRef name) {
  constexpr std::array<const char*, 4> starts{"cuda", "_ZS", "_ZNS", "_ZNKS"};
  constexpr std::array<const char*, 25> names{
      "rand",        "srand",         "atexit",    "__cxa_atexit", "__cxa_thread_atexit",
      "__cxa_throw", "__cxa_rethrow", "localtime", "gmtime",       "strftime",
      "mktime",      "strerror",      "realloc",   "calloc",       "aligned_alloc",
      "sleep",       "usleep",        "nanosleep", "time",         "gettimeofday",
      "getenv",      "perror",        "qsort",     "exit",         "pthread_once"};
  return std::any_of(starts.begin(), starts.end(), [name](StringRef start) { return name.find(start) == 0; }) ||
         std::find(names.begin(), names.end(), name) != names.end();
}

StringRef name_in_source(StringRef name) {
  if (name == "__cxa_throw" || name == "__cxa_rethrow") return "throw";
  if (name == "__cxa_atexit" || name == "__cxa_thread_atexit") return "a destructor at the program's end";
  return name.find("_Z") == 0 ? "a function of the C++ library" : name;
}

/// Whether the code is a kernel's is known only when it runs: a function may be called by kernels and by host code.
void announce_call_of_host(CallBase& call, Module& module) {
  const Function* const called = call.getCalledFunction();
  if (called == nullptr || !called->isDeclaration() || !is_of_the_host(called->getName())) return;
  IRBuilder<> builder(&call);
  Type* const pointer = PointerType::get(builder.getInt8Ty(), 0);
  const FunctionCallee callback = module.getOrInsertFunction("simt_call_of_host", builder.getVoidTy(), pointer);
  Value* const name = builder.CreateGlobalStringPtr(name_in_source(called->getName()));
  builder.CreateCall(callback, {builder.CreateBitCast(name, pointer)});
}

/// Calls that the emulator and its passes put in, and the CUDA runtime: they count by themselves.
bool counts_by_itself(StringRef name) {
  return name.find("simt_") == 0 || name.find("__tsan_") == 0 || name.find("cuda") == 0;
}

/// A function of a library reads the object that it is called for, and what its references name, unseen: all of their
/// bytes count as read.
void announce_objects(CallBase& call, Announcer& announce) {
  const Function* const called = call.getCalledFunction();
  if (called == nullptr || !called->isDeclaration() || called->isIntrinsic() || counts_by_itself(called->getName())) {
    return;
  }
  // Its first argument is an object that begins with the address of a table.
  if (called->getName() == "__dynamic_cast") announce.before(call, call.getArgOperand(0), sizeof(void*), false);
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const uint64_t bytes = call.getParamDereferenceableBytes(i);
    if (bytes > 0) announce.before(call, call.getArgOperand(i), bytes, false);
  }
}

// A dead instruction that ThreadSanitizer's pass takes for a use of the address elsewhere: it leaves out accesses to a
// variable whose address no other code has.
void expose(Value& address, Instruction& access) {
  new PtrToIntInst(&address, Type::getInt64Ty(access.getContext()), "", &access);
}

// What a va_list holds on x86-64: two offsets and two addresses.
constexpr uint64_t va_list_bytes = 24;

void see(Instruction& instruction, const DataLayout& layout, Announcer& announce) {
  if (auto* const call = dyn_cast<CallBase>(&instruction)) {
    announce_call(*call, *call->getModule());
    announce_callback(*call, *call->getModule());
    announce_call_of_host(*call, *call->getModule());
    announce_objects(*call, announce);
    if (isa<VAStartInst>(call) || isa<VACopyInst>(call)) {
      announce.before(instruction, call->getArgOperand(0), va_list_bytes, true);
    }
    if (isa<VACopyInst>(call)) announce.before(instruction, call->getArgOperand(1), va_list_bytes, false);
    for (unsigned i = 0; i < call->arg_size(); ++i) {
      if (!call->isByValArgument(i)) continue;
      announce.before(instruction, call->getArgOperand(i), layout.getTypeAllocSize(call->getParamByValType(i)), false);
    }
    return;
  }
  auto* const load = dyn_cast<LoadInst>(&instruction);
  auto* const store = dyn_cast<StoreInst>(&instruction);
  if (load == nullptr && store == nullptr) return;
  // ThreadSanitizer's pass leaves out what is read through an address that has the type of a table of virtual
  // functions: an object of the program's own making may have any address there.
  if (const MDNode* const type = instruction.getMetadata(LLVMContext::MD_tbaa);
      type != nullptr && type->isTBAAVtableAccess())
    instruction.setMetadata(LLVMContext::MD_tbaa, nullptr);
  Value* const address = load != nullptr ? load->getPointerOperand() : store->getPointerOperand();
  if (address->getType()->getPointerAddressSpace() != 0) return;
  Type* const type = load != nullptr ? load->getType() : store->getValueOperand()->getType();
  const uint64_t bits = layout.getTypeStoreSizeInBits(type);
  if (!is_usual_size(bits)) return announce.before(instruction, address, bits / 8, store != nullptr);
  Value* const object = getUnderlyingObject(address);
  if (const auto* const variable = dyn_cast<GlobalVariable>(object);
      load != nullptr && variable != nullptr && is_read_only_memory(*variable)) {
    // ThreadSanitizer's pass leaves out what is read of a constant that it recognises. This one is memory of the
    // device.
    load->setOperand(0, IRBuilder<>(load).CreateFreeze(address));
    return;
  }
  const bool is_variable = isa<AllocaInst>(object) || isa<GlobalVariable>(object);
  if (!is_variable || is_within(*address, *object, bits / 8, layout)) return;
  if (isa<AllocaInst>(object)) {
    expose(*address, instruction);
  } else if (const auto* const variable = cast<GlobalVariable>(object); variable->isConstant()) {
    // Also a table that clang makes of a switch: of a switch that has no other way, it compares the index with nothing.
    if (!variable->hasSection()) announce.before(instruction, address, bits / 8, false);
  }
}

/// Of a switch that has no other way, the program promises that there is none; the compiler then compares the value
/// with nothing, and one that breaks the promise could jump anywhere, past the calls that count.
void give_other_way(SwitchInst& choice) {
  BasicBlock* const none = choice.getDefaultDest();
  if (!isa<UnreachableInst>(none->front())) return;
  LLVMContext& context = choice.getContext();
  BasicBlock* const other = BasicBlock::Create(context, "", choice.getFunction());
  IRBuilder<> builder(other);
  builder.CreateCall(Intrinsic::getDeclaration(choice.getModule(), Intrinsic::trap));
  builder.CreateUnreachable();
  none->removePredecessor(choice.getParent());
  choice.setDefaultDest(other);
}

/// Of the emulator's headers, and clang's own: the last two find a thread_local variable.
bool is_known(StringRef name) {
  return name == "simt_library_sections" || name == "__clang_call_terminate" || name == "__tls_init" ||
         name.find("_ZTW") == 0;
}

}  // namespace

PreservedAnalyses RefuseUnseenPass::run(Module& module, ModuleAnalysisManager&) {
  for (Function& function : module) {
    if (function.isDeclaration()) continue;
    if (!is_instrumented(function) && !is_known(function.getName())) {
      refuse(function, "the emulator does not see what the function " + function.getName() + " accesses");
    }
    for (BasicBlock& block : function) {
      for (Instruction& instruction : block) refuse_in(instruction);
    }
  }
  LLVMContext& context = module.getContext();
  if (!module.getModuleInlineAsm().empty()) {
    context.emitError("assembler is not supported: the emulator would not see what it accesses");
  }
  // clang gives second names to constructors and to thread_local variables' initialisation: they are functions seen
  // here.
  const bool has_other = std::any_of(module.alias_begin(), module.alias_end(), [](const GlobalAlias& alias) {
    return !isa<Function>(alias.getAliasee()->stripPointerCasts());
  });
  if (has_other || !module.ifunc_empty())
    context.emitError("second names of variables and chosen functions are not supported");
  return PreservedAnalyses::all();
}

PreservedAnalyses SeeAllPass::run(Module& module, ModuleAnalysisManager&) {
  Announcer announce(module);
  for (Function& function : module) {
    if (!is_instrumented(function)) continue;
    std::vector<Instruction*> instructions;
    for (BasicBlock& block : function) {
      for (Instruction& instruction : block) instructions.push_back(&instruction);
    }
    for (Instruction* const instruction : instructions) {
      if (auto* const choice = dyn_cast<SwitchInst>(instruction)) give_other_way(*choice);
      see(*instruction, module.getDataLayout(), announce);
    }
  }
  return PreservedAnalyses::none();
}

}  // namespace simt::instrument
