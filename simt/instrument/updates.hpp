// Tells the emulator which atomic updates nvcc carries out for several lanes at once.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// Of calls of simt_begin_update(): where what they return is used for nothing but adding the constant 1, the fourth
/// argument becomes simt::update_by_one. nvcc makes such an addition to shared memory one ATOMS.POPC.INC, which
/// adds the lanes of one word in one pass; where the result is used, it cannot. Where the address of another update is
/// a constant, as that of a __shared__ variable that is no array, it becomes simt::update_unknown: nvcc lets the lanes
/// of a warp add up first for some of them (REDUX, POPC), and one lane update. The fifth argument becomes
/// simt::combined where it is known that nvcc does so, in global memory as well. (Seen in what nvcc 13.0 makes of such
/// updates for sm_75 and sm_90.)
///
/// The last argument becomes false where nothing at all uses what the call returns, as where the result of atomicExch
/// is not used: such an update is a store, and the memory need not have been written before.
class UpdatesPass : public llvm::PassInfoMixin<UpdatesPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
