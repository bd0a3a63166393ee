// Which values are the same in all threads of a warp by construction, as far as nvcc finds out.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>

#include <vector>

namespace simt::instrument {

/// What a value is made of decides. Uniform are a kernel's parameters, variables' addresses, blockIdx, blockDim,
/// gridDim, results of votes, calculations with uniform values, and what is loaded from a uniform address. Divergent
/// are threadIdx, what is loaded from other addresses, results of atomic updates, local variables in memory, and the
/// parameters of functions that are not inlined; also results of shuffles, some of which nvcc takes for uniform. So is
/// a value that depends on the way that a thread took from a branch with a divergent condition, as the counter of a
/// loop that some threads leave early.
class Uniformity {
 public:
  explicit Uniformity(llvm::Function& function);

  bool is_uniform(const llvm::Value* value) const;

 private:
  void diverge(const llvm::Value* value);
  void diverge_users(const llvm::Value& value);
  /// The ways from here come together again with different values.
  void diverge_ways(const llvm::BasicBlock& branch);

  llvm::Function& function_;
  llvm::DominatorTree dominators_;
  llvm::PostDominatorTree postdominators_;
  llvm::SmallPtrSet<const llvm::Value*, 32> divergent_;
  std::vector<const llvm::Value*> left_;  ///< whose users are not looked at yet
};

}  // namespace simt::instrument
