#include "grader/words/wrong_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "grader/words/mismatch.hpp"

namespace grader {

using backends::ElementState;
using simt::HistoryKind;
using simt::HistoryRecord;

RunHistory::RunHistory(const WrongRun& run) : run_(run), periods_(periods_of(run.size, run.extents)) {
  for (std::size_t i = 0; i < run.output.states.size(); ++i) {
    places_[static_cast<std::size_t>(run.output.states[i])].push_back(static_cast<std::int64_t>(i));
  }
  for (const HistoryRecord& record : run.history) {
    if (record.kind == HistoryKind::stores && record.count > 0) add_stores(record);
  }
}

void RunHistory::add_stores(const HistoryRecord& record) {
  const auto known = std::find_if(stores_.begin(), stores_.end(), [&](const HistoryRecord& other) {
    return line_of(record.pc) != 0 && line_of(other.pc) == line_of(record.pc) && other.bytes == record.bytes &&
           (other.launch == 0) == (record.launch == 0) && name_of_memory(other.name) == name_of_memory(record.name);
  });
  if (known == stores_.end()) {
    stores_.push_back(record);
    return;
  }
  known->count += record.count;
  known->lost += record.lost;
  known->first = std::min(known->first, record.first);
  known->last = std::max(known->last, record.last);
  if (known->repeated == 0) {
    known->repeated_at = record.repeated_at;
    known->block = record.block;
    known->other_block = record.other_block;
  }
  known->repeated += record.repeated;
  known->repeated_in_block += record.repeated_in_block;
}

const HistoryRecord* RunHistory::most_stores() const {
  const HistoryRecord* most = nullptr;
  for (const HistoryRecord& record : stores_) {
    if (most == nullptr || record.count > most->count) most = &record;
  }
  return most;
}

const HistoryRecord* RunHistory::last_launch() const {
  const HistoryRecord* last = nullptr;
  for (const HistoryRecord& record : run_.history) {
    if (record.kind == HistoryKind::launch && (last == nullptr || record.count > 0)) last = &record;
  }
  return last;
}

const HistoryRecord* RunHistory::word_in(ElementState state) const {
  for (const HistoryRecord& record : run_.history) {
    if (record.kind != HistoryKind::word || record.watched >= run_.watched.size()) continue;
    const std::int64_t element = run_.watched[record.watched];
    if (run_.output.states[static_cast<std::size_t>(element)] == state) return &record;
  }
  return nullptr;
}

int RunHistory::line_of(std::uint64_t pc) const {
  const auto found = run_.lines.find(pc);
  return found == run_.lines.end() ? 0 : found->second;
}

std::int64_t RunHistory::unit() const {
  if (run_.operation.output_element == course::Element::u8x4) return 1;
  return run_.operation.output_element == course::Element::half_f64 ? 8 : 4;
}

std::int64_t RunHistory::elements_each(const HistoryRecord& record) const {
  return std::max<std::int64_t>(1, record.bytes / unit());
}

std::string RunHistory::size_words() const { return size_in_words(run_.size, run_.extents); }

std::string RunHistory::head(ElementState state, std::string_view what) const {
  const Places which = places_in_words(places(state), static_cast<std::int64_t>(run_.output.states.size()), periods_);
  return fmt::format("at {}, {} of {}{} {} {}", size_words(), which.subject,
                     run_.operation.name_of(run_.operation.input_count + run_.output.output),
                     which.note.empty() ? "" : " (" + which.note + ")", places(state).size() == 1 ? "is" : "are", what);
}

std::string RunHistory::stores_words(const HistoryRecord& stores, std::string_view subject) const {
  const std::int64_t scale = elements_each(stores);
  return fmt::format("{} stores {} times, to elements {} … {}", subject, stores.count, stores.first * scale,
                     stores.last * scale + scale - 1);
}

std::span<const simt::LoadedWords> loads_of(const HistoryRecord& word) {
  return {std::begin(word.loaded), std::min<std::size_t>(word.loads, std::size(word.loaded))};
}

bool is_of_block(const HistoryRecord& record, HistoryKind kind, const HistoryRecord& word) {
  return record.kind == kind && record.watched == word.watched;
}

std::string index_in_words(const simt::Index3& index) { return fmt::format("({}, {}, {})", index.x, index.y, index.z); }

std::string thread_in_words(const simt::Index3& block, const simt::Index3& thread) {
  return fmt::format("block {}, thread {}", index_in_words(block), index_in_words(thread));
}

std::string elements_in_words(std::string_view memory, std::int64_t first, std::int64_t last) {
  const std::string range = first == last ? fmt::format("{}", first) : fmt::format("{} … {}", first, last);
  for (const std::string_view start : {"the input ", "the output ", "shared array ", "the variable "}) {
    if (memory.starts_with(start)) return fmt::format("{}[{}]", memory.substr(start.size()), range);
  }
  return fmt::format("{} {} of {}", first == last ? "element" : "elements", range, memory);
}

void add_finding(std::vector<Finding>& findings, std::string name, int line, std::string text, int other_line) {
  Finding& finding = findings.emplace_back();
  finding.name = std::move(name);
  finding.line = line;
  finding.text = std::move(text);
  finding.other_line = other_line;
}

}  // namespace grader
