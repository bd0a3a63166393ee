#include "simt/translate/variants.hpp"

#include "simt/translate/code.hpp"
#include "simt/translate/variants/writer.hpp"

namespace simt {

SourceVariants with_variants(std::string_view source, std::string_view entry, const LinesLeftOut& left_out,
                             std::size_t most, Aim aim, const std::vector<std::string>& alternatives) try {
  return detail::VariantWriter(source, entry, left_out, most, aim, alternatives).write();
} catch (const detail::TakesTooLong&) {
  return {std::string(source), {}};
}

}  // namespace simt
