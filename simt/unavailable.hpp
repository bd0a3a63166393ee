// What a student reads about a function of the process that graded code may not use.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "simt/translate/translate.hpp"

namespace simt {

/// `symbols` are linker names that the object file of `source` asks for. Those of one kind, as threads or files, give
/// one sentence, which says what to use instead; the line is that of the first name in the source that may be to blame,
/// or 0.
std::vector<Diagnostic> explain_unavailable(const std::vector<std::string>& symbols, std::string_view source);

}  // namespace simt
