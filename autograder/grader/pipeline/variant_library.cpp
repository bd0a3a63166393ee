#include "grader/pipeline/variant_library.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "grader/pipeline/build_cache.hpp"
#include "grader/pipeline/submission.hpp"
#include "support/files/whole_file.hpp"
#include "support/process/interrupt.hpp"

namespace grader {
namespace fs = std::filesystem;
namespace {

/// Of one file.
constexpr std::size_t most_variants = 3000;
/// With lines left out that some variant does not compile for.
constexpr int most_builds = 3;
/// With less, a compiler could not tell that the machine is busy.
constexpr units::Seconds least_time{5};

/// Lines of "a.cu:7: error: …".
std::set<int> lines_with_errors(std::string_view messages, const std::string& name) {
  std::set<int> lines;
  for (const std::string& line : simt::lines_of(messages)) {
    if (!line.starts_with(name + ":") || line.find(": error: ") == std::string::npos) continue;
    int number = 0;
    std::from_chars(line.data() + name.size() + 1, line.data() + line.size(), number);
    if (number > 0) lines.insert(number);
  }
  return lines;
}

/// Where shared arrays are too large together, only the line of their kernel is known.
void add_shared_arrays(const simt::SourceIndex& source, std::string_view messages, std::set<int>& lines) {
  if (messages.find("too much shared data") == std::string_view::npos) return;
  const std::set<int> named = lines;
  for (const simt::SourceFunction& function : source.functions) {
    if (std::none_of(named.begin(), named.end(), [&](int line) { return function.has(line); })) continue;
    const std::vector<int> arrays = source.lines_with("__shared__", function);
    lines.insert(arrays.begin(), arrays.end());
  }
}

/// Null, with the compiler's `messages`, where `text` does not compile. `compiled`: the time of compilers so far;
/// grows.
std::unique_ptr<VariantLibrary> compile(const Context& context, const course::Part& part, const std::string& text,
                                        units::Seconds& compiled, std::string& messages) {
  auto built = std::make_unique<VariantLibrary>(context.library.parent_path().parent_path());
  const fs::path source = built->folder.path() / context.source_name;
  files::write_atomically(source, text);
  // All builds of a submission have the time of one.
  course::Limits limits = context.rules.limits;
  if (compiled + least_time > limits.compile) return nullptr;
  limits.compile = limits.compile - compiled;
  const backends::Build made = context.backend.build_trial(source, context.interface_folder, built->folder.path(),
                                                           limits, entries_of(context.lab, {&part}));
  compiled = compiled + made.spent;
  messages = made.output;
  if (!made.library) return nullptr;
  built->library = *made.library;
  return built;
}

/// `compiled`: see compile().
std::unique_ptr<VariantLibrary> build(const Context& context, const course::Part& part, simt::Aim aim,
                                      units::Seconds& compiled) {
  const std::string text = read_source(context.source_file);
  simt::LinesLeftOut left_out;
  for (int attempt = 0; attempt < most_builds; ++attempt) {
    simt::SourceVariants variants =
        simt::with_variants(text, part.entry, left_out, most_variants, aim, part.alternatives);
    if (variants.list.empty()) return nullptr;
    std::string messages;
    std::unique_ptr<VariantLibrary> built = compile(context, part, variants.source, compiled, messages);
    if (built != nullptr) {
      built->list = std::move(variants.list);
      return built;
    }
    std::set<int> lines = lines_with_errors(messages, context.source_name);
    if (lines.empty()) return nullptr;
    add_shared_arrays(context.source, messages, lines);
    // Most often an exchange, or a condition, does not fit. Where a name does not either, nothing is left.
    const bool is_last = attempt + 2 >= most_builds;
    for (const int line : lines) {
      if (!left_out.but_for_names.insert(line).second || is_last) left_out.whole.insert(line);
    }
  }
  return nullptr;
}

}  // namespace

VariantsAhead::VariantsAhead(const Context& context, const course::Part& part) : part_(part) {
  Context own = context;
  own.of_all_parts.reset();  // this object is a part of it
  std::packaged_task<Built(std::stop_token)> task(
      [own = std::move(own), &part, before = context.of_all_parts->compiled](const std::stop_token& stop) {
        const process::StopsWith stopping(stop);
        units::Seconds compiled = before;
        std::unique_ptr<VariantLibrary> library = build(own, part, simt::Aim::right_answer, compiled);
        return Built{std::move(library), compiled - before};
      });
  built_ = task.get_future();
  building_ = std::jthread(std::move(task));
}

std::unique_ptr<VariantLibrary> VariantsAhead::take(units::Seconds& compiled) {
  Built built = built_.get();
  compiled = compiled + built.spent;
  return std::move(built.library);
}

void begin_variants(const Context& context, const course::Part& part) {
  std::shared_ptr<VariantsAhead>& ahead = context.of_all_parts->variants_ahead;
  if (!ahead) ahead = std::make_shared<VariantsAhead>(context, part);
}

std::unique_ptr<VariantLibrary> build_variants(const Context& context, const course::Part& part, simt::Aim aim) {
  OfAllParts& all = *context.of_all_parts;
  if (all.variants_ahead && &all.variants_ahead->part() == &part && aim == simt::Aim::right_answer) {
    return std::exchange(all.variants_ahead, nullptr)->take(all.compiled);
  }
  return build(context, part, aim, all.compiled);
}

std::unique_ptr<VariantLibrary> build_text(const Context& context, const course::Part& part, const std::string& text) {
  std::string messages;
  return compile(context, part, text, context.of_all_parts->compiled, messages);
}

std::int64_t largest_buffer(const course::Operation& operation, const course::Size& size) {
  std::int64_t most = 0;
  for (int buffer = 0; buffer < operation.buffers(); ++buffer) {
    most = std::max(most, operation.elements(size, buffer));
  }
  return most;
}

}  // namespace grader
