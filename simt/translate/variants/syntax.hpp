// What the writer of variants reads off the tokens alone. Positions are indices of tokens; [begin, end) are some that
// follow each other. Internal to simt/translate.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "simt/translate/code.hpp"
#include "simt/translate/lexer.hpp"

namespace simt::detail {

template <std::size_t size>
bool is_one_of(std::string_view text, const std::array<std::string_view, size>& names) {
  return std::find(names.begin(), names.end(), text) != names.end();
}

/// Types of whole numbers.
inline constexpr std::array<std::string_view, 15> integers{"int",     "unsigned", "long",      "size_t",   "short",
                                                           "char",    "bool",     "int64_t",   "uint32_t", "uint64_t",
                                                           "int32_t", "signed",   "ptrdiff_t", "uint8_t",  "uint16_t"};
/// What chooses a thread's work.
inline constexpr std::array<std::string_view, 4> places{"threadIdx", "blockIdx", "blockDim", "gridDim"};
inline constexpr std::array<std::string_view, 5> casts{"static_cast", "reinterpret_cast", "const_cast", "dynamic_cast",
                                                       "bit_cast"};

/// Of a texture; each is possible, and gives another image.
inline constexpr std::array<std::string_view, 4> address_modes{"cudaAddressModeWrap", "cudaAddressModeClamp",
                                                               "cudaAddressModeMirror", "cudaAddressModeBorder"};

/// Of a copy.
inline constexpr std::array<std::string_view, 3> directions{"cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost",
                                                            "cudaMemcpyDeviceToDevice"};

/// Choices that are no number and no copy: others of the same family are possible, and mean something else.
inline constexpr std::array<std::string_view, 3> limits{"cudaLimitPersistingL2CacheSize", "cudaLimitMallocHeapSize",
                                                        "cudaLimitStackSize"};
inline constexpr std::array<std::string_view, 3> properties{"cudaAccessPropertyPersisting",
                                                            "cudaAccessPropertyStreaming", "cudaAccessPropertyNormal"};
inline constexpr std::array<std::string_view, 4> attributes{"cudaDevAttrMaxPersistingL2CacheSize",
                                                            "cudaDevAttrMaxAccessPolicyWindowSize",
                                                            "cudaDevAttrL2CacheSize", "cudaDevAttrMultiProcessorCount"};

/// `TILE_SIZE`.
bool is_constant_name(std::string_view name);

/// The tokens with those operators as one that the translator does not need: `+=`.
Tokens with_operators(Tokens tokens);

/// The comma from `i` on that is in no bracket; `end` if there is none.
std::size_t next_comma(const Code& code, std::size_t i, std::size_t end);
/// The semicolon that ends the statement at `i`.
std::size_t semicolon(const Code& code, std::size_t i);
/// The semicolon before `end`; none if there is none.
std::size_t semicolon_before(const Code& code, std::size_t i, std::size_t end);
/// The last token of the movable statement at `i`; none where it is no such statement.
std::size_t plain_end(const Code& code, std::size_t i, std::size_t close);
/// The `>` that closes the template arguments of a call or a cast; none if `open` opens none.
std::size_t template_end(const Code& code, std::size_t open, std::size_t end);
bool is_declaration(const Code& code, std::size_t i);
bool is_label(const Code& code, std::size_t i);
bool is_lambda(const Code& code, std::size_t i);
bool is_unary_ampersand(const Code& code, std::size_t i);
/// Whether what stands at [first, last] is assigned to, counted up, or its address is taken.
bool is_changed(const Code& code, std::size_t first, std::size_t last);
/// A constant expression, such as an array's length.
bool is_for_dimensions(const Code& code, std::size_t begin, std::size_t end);
/// `=`, `+=` and the like.
bool is_assignment(const Code& code, std::size_t i);

}  // namespace simt::detail
