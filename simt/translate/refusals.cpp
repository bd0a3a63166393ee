#include "simt/translate/refusals.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "simt/translate/missing_features.hpp"

namespace simt::detail {
namespace {

struct Refusal {
  std::string_view name;
  std::string_view advice;
};

constexpr std::string_view ptx_advice =
    "the emulator has no inline PTX (asm); write it in CUDA C++ or with a CUDA intrinsic function";
constexpr std::string_view cluster_advice =
    "the emulator has no clusters of blocks (__cluster_dims__); use blocks of one grid";
constexpr std::string_view texture_advice =
    "texture references were removed from CUDA; create a texture object with cudaCreateTextureObject()";

constexpr std::array refused_names{
    Refusal{"asm", ptx_advice},
    Refusal{"__asm", ptx_advice},
    Refusal{"__asm__", ptx_advice},
    Refusal{"__cluster_dims__", cluster_advice},
};

// texture<float, 2, …> name;
bool is_texture_reference(const Code& code, std::size_t i) {
  if (!code.is(i + 1, "<")) return false;
  constexpr std::size_t longest = 16;
  std::size_t j = i + 2;
  while (j < std::min(code.size(), i + longest) && !code.is(j, ">") && !code.is(j, ";") && !code.opens(j)) ++j;
  return code.is(j, ">") && j + 1 < code.size() && code[j + 1].kind == TokenKind::identifier;
}

}  // namespace

void refuse_features(Code& code, std::size_t i) {
  for (const Refusal& refusal : refused_names) {
    if (code.is(i, refusal.name)) code.error(i, refusal.advice);
  }
  if (code.is(i, "texture") && is_texture_reference(code, i)) code.error(i, texture_advice);
}

void refuse_references(Code& code, std::size_t global) {
  std::size_t open = global + 1;
  while (open < code.size() && !code.is(open, "(") && !code.is(open, ";") && !code.is(open, "__global__")) {
    if (code.is(open, "__launch_bounds__") || code.is(open, "__maxnreg__") || code.is(open, "__attribute__")) ++open;
    open = code.is(open, "(") ? code.partner(open) : open;
    if (open != none) ++open;
  }
  if (!code.is(open, "(") || code.partner(open) == none) return;
  bool is_parameter = true;  // false in a default argument
  for (std::size_t i = open + 1; i < code.partner(open); ++i) {
    if (code.is(i, ",") || code.is(i, "=")) is_parameter = code.is(i, ",");
    const bool is_reference = code.is(i, "&") || code.is(i, "&&") || (code.is(i, "(") && code.is(i + 1, "&"));
    if (is_reference && is_parameter) {
      return code.error(i, "a kernel's parameter cannot be a reference: it would refer to host memory; pass a value");
    }
    if (code.opens(i)) i = code.partner(i);
  }
}

void refuse_header(const std::vector<Token>& line, std::vector<Edit>& edits) {
  if (line.size() < 3 || line[2].kind != TokenKind::string || line[2].text.size() < 2) return;
  const std::string_view header = std::string_view(line[2].text).substr(1, line[2].text.size() - 2);
  const std::string missing = missing_header(header);
  if (missing.empty()) return;
  edits.push_back({line[1].begin, line[1].end, "error"});
  edits.push_back({line[2].begin, line[2].end, " " + missing});
}

}  // namespace simt::detail
