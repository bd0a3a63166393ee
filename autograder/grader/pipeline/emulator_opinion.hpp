// A GPU does not say which line is wrong, and a race need not show there on a given day. So the emulator runs the same
// code at the sizes of its checks, after the GPU has been left, and what it finds is added to the report.
#pragma once

#include <string>

#include "grader/pipeline/grade.hpp"

namespace grader {

/// Compiles the submission for the emulator, so that ask_emulator() finds the library in the cache. Throws nothing:
/// what cannot be compiled here is not asked about. May run beside the compilation for the GPU.
void compile_for_emulator(const course::Rules& rules, const GradeRequest& request);

/// Asks the emulator about all parts of `result`, which a GPU graded, and adds what it finds. Nothing where the rules
/// do not want it, or there is no emulator here; throws CannotGrade where its findings cost points and it is missing.
void ask_emulator(const course::Rules& rules, const GradeRequest& request, GradeResult& result);

/// What is added. A part that failed gets the findings with their lines. A part that passed, or was slow, gets remarks:
/// mistakes that did not show, and the line that moves too many bytes. With `mistakes_cost_points`, a mistake in a part
/// that was right takes its points. A note says of which parts anything was added.
void add_findings(const GradeResult& emulated, bool mistakes_cost_points, GradeResult& result);

}  // namespace grader
