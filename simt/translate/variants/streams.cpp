#include <algorithm>
#include <array>

#include "simt/translate/variants/syntax.hpp"
#include "simt/translate/variants/writer.hpp"

namespace simt::detail {
namespace {

/// A call whose last argument is a stream, and may be missing.
struct StreamCall {
  std::string_view name;
  std::size_t arguments;  ///< with the stream
};
constexpr std::array<StreamCall, 6> stream_calls{{{"<<<", 4},
                                                  {"cudaMemcpyAsync", 5},
                                                  {"cudaMemcpy2DAsync", 8},
                                                  {"cudaMemsetAsync", 4},
                                                  {"cudaEventRecord", 2},
                                                  {"cudaLaunchCooperativeKernel", 6}}};
constexpr std::size_t most_streams = 4;

}  // namespace

std::vector<std::string> VariantWriter::streams_here() const {
  std::vector<std::string> streams;
  const auto add_once = [&](const std::string& text) {
    const bool is_new = std::find(streams.begin(), streams.end(), text) == streams.end();
    if (is_new && streams.size() < most_streams) streams.push_back(text);
  };
  for (std::size_t i = 0; i < code_.size(); ++i) {
    const bool is_here = code_[i].line >= function_->first_line && code_[i].line <= function_->last_line;
    const Variable* const variable = is_here && code_[i].kind == TokenKind::identifier ? find(code_[i].text) : nullptr;
    if (variable == nullptr || variable->type.find("cudaStream_t") == std::string::npos) continue;
    if (variable->kind == TypeClass::other) add_once(variable->name);
    const std::size_t close = code_.is(i + 1, "[") ? code_.partner(i + 1) : none;
    if (variable->kind != TypeClass::array || close == none) continue;
    bool is_known = code_[i].line != variable->line;
    for (std::size_t k = i + 2; k < close; ++k) {
      is_known = is_known && (code_[k].kind != TokenKind::identifier || find(code_[k].text) != nullptr ||
                              is_constant_name(code_[k].text));
    }
    if (is_known) add_once(code_.text(i, close + 1));
  }
  return streams;
}

void VariantWriter::offer_streams(std::size_t last, const std::string& what, const std::string& before) {
  const std::vector<std::string> streams = streams_here();
  if (streams.empty() || !is_open(last) || !has_room(streams.size())) return;
  std::string text = before + ", simt_variants::any(" + std::to_string(next()) + ", cudaStream_t(nullptr)";
  for (const std::string& stream : streams) {
    text += ", " + stream;
    add(ChangeKind::lacks_stream, code_[last].line, what, stream);
  }
  after(last, text + ")");
}

void VariantWriter::plan_stream(std::string_view name, std::size_t open, std::size_t close) {
  const auto known = std::find_if(stream_calls.begin(), stream_calls.end(),
                                  [name](const StreamCall& call) { return call.name == name; });
  if (known == stream_calls.end() || open + 1 >= close) return;
  std::size_t count = 0;
  for (std::size_t i = open + 1; i < close; i = next_comma(code_, i, close) + 1) ++count;
  const bool is_launch = name == "<<<";
  if (count + 1 == known->arguments) offer_streams(close - 1, is_launch ? "the launch" : std::string(name), "");
  if (is_launch && count + 2 == known->arguments) offer_streams(close - 1, "the launch", ", 0");
}

}  // namespace simt::detail
