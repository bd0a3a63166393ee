#include <algorithm>
#include <array>
#include <set>
#include <string>

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

std::set<std::string> VariantWriter::streams_outside() const {
  std::set<std::string> names;
  for (std::size_t i = 0; i < code_.size(); ++i) {
    if (!code_.is(i, "cudaStream_t") || index_.function_around(code_[i].line) != nullptr) continue;
    for (std::size_t k = i + 1; k < semicolon(code_, i); ++k) {
      const bool ends = code_.is(k + 1, ",") || code_.is(k + 1, ";") || code_.is(k + 1, "[") || code_.is(k + 1, "=") ||
                        code_.is(k + 1, "{");
      if (code_[k].kind == TokenKind::identifier && ends && !code_.is(k - 1, "*")) names.insert(code_[k].text);
    }
  }
  return names;
}

bool VariantWriter::is_of_file(const std::string& name) const {
  for (std::size_t i = 0; i < code_.size() && code_[i].line < function_->first_line; ++i) {
    if (code_.is(i, name) && index_.function_around(code_[i].line) == nullptr) return true;
  }
  return false;
}

std::vector<std::string> VariantWriter::streams_here() const {
  std::vector<std::string> streams;
  const auto add_once = [&](const std::string& text) {
    const bool is_new = std::find(streams.begin(), streams.end(), text) == streams.end();
    if (is_new && streams.size() < most_streams) streams.push_back(text);
  };
  // `streams[i]`, with names that are known at this place.
  const auto add_element = [&](std::size_t first, std::size_t open) {
    const std::size_t close = code_.partner(open);
    if (close == none) return;
    for (std::size_t k = open + 1; k < close; ++k) {
      const bool is_known = code_[k].kind != TokenKind::identifier || find(code_[k].text) != nullptr ||
                            is_constant_name(code_[k].text) || code_.is(k - 1, ".") || code_.is(k - 1, "->");
      if (!is_known) return;
    }
    add_once(code_.text(first, close + 1));
  };
  const std::set<std::string> outside = streams_outside();
  for (std::size_t i = 0; i < code_.size(); ++i) {
    const bool is_here = code_[i].line >= function_->first_line && code_[i].line <= function_->last_line;
    const bool is_member = i > 0 && (code_.is(i - 1, ".") || code_.is(i - 1, "->"));
    if (!is_here || is_member || code_[i].kind != TokenKind::identifier) continue;
    const Variable* const variable = find(code_[i].text);
    // `queues.copy`, `job->streams[i]`
    std::size_t name = i;
    while ((code_.is(name + 1, ".") || code_.is(name + 1, "->")) && code_[name + 2].kind == TokenKind::identifier)
      name += 2;
    const bool is_of_object = name != i && outside.contains(code_[name].text) &&
                              (variable != nullptr || code_.is(i, "this") || is_of_file(code_[i].text));
    const bool is_outside = name == i && variable == nullptr && outside.contains(code_[i].text);
    if (is_of_object || is_outside) {
      if (code_.is(name + 1, "[")) {
        add_element(i, name + 1);
      } else if (!code_.is(name + 1, "(")) {
        add_once(code_.text(i, name + 1));
      }
      continue;
    }
    if (variable == nullptr || name != i || variable->type.find("cudaStream_t") == std::string::npos) continue;
    if (variable->kind == TypeClass::other) add_once(variable->name);
    // A parameter `cudaStream_t* streams` is one as well.
    const bool has_elements = variable->kind == TypeClass::array || variable->kind == TypeClass::pointer;
    if (has_elements && code_.is(i + 1, "[") && code_[i].line != variable->line) add_element(i, i + 1);
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

std::string VariantWriter::offer_other_streams(std::size_t place, std::size_t count, std::size_t begin,
                                               std::size_t end) {
  const bool is_launch = where_ == "the numbers of the launch";
  const std::string name = is_launch ? "<<<" : call_;
  const auto known =
      std::find_if(stream_calls.begin(), stream_calls.end(), [&](const StreamCall& call) { return call.name == name; });
  if (known == stream_calls.end() || count != known->arguments || place + 1 != count || begin >= end) return "";
  const std::string own = code_.text(begin, end);
  constexpr std::array<std::string_view, 5> defaults{"0", "nullptr", "NULL", "cudaStreamLegacy", "cudaStreamPerThread"};
  const bool is_default = is_one_of(own, defaults);
  std::vector<std::string> streams = is_slow_ ? std::vector<std::string>{} : streams_here();
  // What else stands in place of a variable is offered where variables are.
  std::erase_if(streams, [&](const std::string& stream) {
    const bool is_element = stream.find('[') != std::string::npos;
    return stream == own || !(is_default || (is_element && own.find('[') == std::string::npos));
  });
  if (!is_open(begin) || !has_room(streams.size())) streams.clear();
  // What variants have in place of 0 is no stream any more.
  if (streams.empty() && own != "0") return "";
  const Within within(*this, own);
  before(begin, "simt_variants::any(" + std::to_string(next()) + ", cudaStream_t(");
  std::string text = ")";
  for (const std::string& stream : streams) {
    text += ", " + stream;
    add(ChangeKind::lacks_stream, code_[begin].line, is_launch ? "the launch" : name, stream);
  }
  return text + ")";
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
