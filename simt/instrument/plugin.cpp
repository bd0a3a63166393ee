// The plugin that clang loads when it compiles student code (-fpass-plugin): passes that run before
// all optimisations, or after them and before ThreadSanitizer's pass, which puts a call before each load and store.
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include "simt/instrument/aliasing.hpp"
#include "simt/instrument/alignment.hpp"
#include "simt/instrument/apart.hpp"
#include "simt/instrument/arms.hpp"
#include "simt/instrument/barriers.hpp"
#include "simt/instrument/compatibility.hpp"
#include "simt/instrument/data_loads.hpp"
#include "simt/instrument/direct_calls.hpp"
#include "simt/instrument/gaps.hpp"
#include "simt/instrument/instructions.hpp"
#include "simt/instrument/kept_bits.hpp"
#include "simt/instrument/kernel_types.hpp"
#include "simt/instrument/latches.hpp"
#include "simt/instrument/launched.hpp"
#include "simt/instrument/left_out.hpp"
#include "simt/instrument/limits.hpp"
#include "simt/instrument/lines.hpp"
#include "simt/instrument/local_bounds.hpp"
#include "simt/instrument/locals.hpp"
#include "simt/instrument/read_only.hpp"
#include "simt/instrument/rewrites.hpp"
#include "simt/instrument/rounds.hpp"
#include "simt/instrument/selections.hpp"
#include "simt/instrument/structures.hpp"
#include "simt/instrument/uncalled.hpp"
#include "simt/instrument/undefined.hpp"
#include "simt/instrument/unrolling.hpp"
#include "simt/instrument/unseen.hpp"
#include "simt/instrument/updates.hpp"
#include "simt/instrument/vectors.hpp"

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "simt", "1", [](llvm::PassBuilder& builder) {
            builder.registerPipelineStartEPCallback([](llvm::ModulePassManager& passes, auto...) {
              passes.addPass(simt::instrument::ConvergentCallersPass());
              passes.addPass(simt::instrument::RefuseUnseenPass());
              passes.addPass(simt::instrument::KernelTypesPass());
              passes.addPass(simt::instrument::LaunchedKernelsPass());
              passes.addPass(llvm::createModuleToFunctionPassAdaptor(simt::instrument::ForgetVectorsPass()));
              passes.addPass(llvm::createModuleToFunctionPassAdaptor(simt::instrument::OneLatchPass()));
              passes.addPass(llvm::createModuleToFunctionPassAdaptor(simt::instrument::CopyStructuresPass()));
              passes.addPass(simt::instrument::LimitsPass());
              passes.addPass(simt::instrument::LeaveOutPass());
              passes.addPass(simt::instrument::KeepVariablesPass());
              passes.addPass(simt::instrument::UnsetArgumentsPass());
              passes.addPass(simt::instrument::GapsPass());
              passes.addPass(simt::instrument::OneTypeOfNumbersPass());
              passes.addPass(simt::instrument::ExchangesPass());
              passes.addPass(simt::instrument::RememberLinesPass());
              passes.addPass(llvm::createModuleToFunctionPassAdaptor(simt::instrument::AlignmentPass()));
            });
            // Where variables are values and branches are those of the source.
            builder.registerPipelineEarlySimplificationEPCallback([](llvm::ModulePassManager& passes, auto...) {
              passes.addPass(simt::instrument::BarriersPass());
              passes.addPass(llvm::createModuleToFunctionPassAdaptor(simt::instrument::MarkReadOnlyPass()));
              llvm::FunctionPassManager selections;
              selections.addPass(simt::instrument::KeepLongBranchesPass());
              selections.addPass(llvm::SimplifyCFGPass());
              selections.addPass(simt::instrument::RemoveNotesPass());
              selections.addPass(simt::instrument::SelectConditionsPass());
              passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(selections)));
            });
            builder.registerPeepholeEPCallback([](llvm::FunctionPassManager& passes, auto...) {
              passes.addPass(simt::instrument::SharedIsNotGlobalPass());
              passes.addPass(simt::instrument::ReadAgainAfterCopyPass());
              passes.addPass(simt::instrument::NarrowVectorsPass());
              simt::instrument::add_known_alignment(passes);
            });
            builder.registerLateLoopOptimizationsEPCallback([](llvm::LoopPassManager& passes, auto...) {
              passes.addPass(simt::instrument::UnrollWholeLoopsPass());
            });
            builder.registerVectorizerStartEPCallback([](llvm::FunctionPassManager& passes, auto...) {
              passes.addPass(simt::instrument::UnrollByFourPass());
            });
            builder.registerScalarOptimizerLateEPCallback(
                [](llvm::FunctionPassManager& passes, auto...) { passes.addPass(simt::instrument::MarkArmsPass()); });
            builder.registerOptimizerLastEPCallback([](llvm::ModulePassManager& passes, auto...) {
              passes.addPass(simt::instrument::RemoveUncalledKernelsPass());
              passes.addPass(llvm::createModuleToFunctionPassAdaptor(simt::instrument::UnmarkArmsPass()));
              passes.addPass(llvm::createModuleToFunctionPassAdaptor(simt::instrument::ShowCopiesPass()));
              passes.addPass(llvm::createModuleToFunctionPassAdaptor(simt::instrument::RemoveNotesPass()));
              passes.addPass(llvm::createModuleToFunctionPassAdaptor(simt::instrument::WaysApartPass()));
              passes.addPass(simt::instrument::NoteInstructionsPass());
              passes.addPass(simt::instrument::LinesPass());
              passes.addPass(simt::instrument::UpdatesPass());
              passes.addPass(llvm::createModuleToFunctionPassAdaptor(simt::instrument::VectorsPass()));
              passes.addPass(llvm::createModuleToFunctionPassAdaptor(simt::instrument::RewritesPass()));
              passes.addPass(llvm::createModuleToFunctionPassAdaptor(simt::instrument::DataLoadsPass()));
              passes.addPass(llvm::createModuleToFunctionPassAdaptor(simt::instrument::KeptBitsPass()));
              passes.addPass(simt::instrument::RoundsPass());
              passes.addPass(simt::instrument::SeeAllPass());
              passes.addPass(simt::instrument::FillLocalsPass());
              passes.addPass(simt::instrument::CountInstructionsPass());
              passes.addPass(simt::instrument::UndefinedPass());
              passes.addPass(llvm::createModuleToFunctionPassAdaptor(simt::instrument::ReadOnlyPass()));
              passes.addPass(llvm::createModuleToFunctionPassAdaptor(simt::instrument::LocalBoundsPass()));
              passes.addPass(simt::instrument::DirectCallsPass());
              passes.addPass(simt::instrument::BeginAtSectorsPass());
            });
          }};
}
