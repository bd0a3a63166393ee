// What a wasteful load or store costs, and what would change it.
#pragma once

#include <string>

#include "grader/explain/blame.hpp"
#include "simt/simt.hpp"

namespace grader {

/// One sentence without its line. `chip` is the device that `waste` was counted for.
std::string waste_advice(const Waste& waste, const simt::memory::Device& chip);

}  // namespace grader
