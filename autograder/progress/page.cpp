#include "progress/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "support/markup.hpp"

namespace progress {
namespace {

// Pixels of the picture.
constexpr int names_width = 260, square = 44, gap = 6, row = square + gap;

// The colours have a contrast of at least 3 to a white and to a nearly black page; signs say the same without them.
constexpr std::string_view style =
    "text { font: 14px system-ui, sans-serif; fill: #1a1a1a } .part { font-size: 12px } rect { stroke: #767676; fill: "
    "none } .done { fill: #0072b2 } .half { fill: #b85000 } .part.on { fill: #ffffff } @media "
    "(prefers-color-scheme: dark) { text { fill: #e6e6e6 } .part.on { fill: #ffffff } }";

constexpr std::string_view page_style =
    ":root { font-family: system-ui, sans-serif; line-height: 1.45; color: #1a1a1a; background: #fff } body { "
    "max-width: "
    "60rem; margin: 0 auto; padding: 1rem } h1 { font-size: 1.5rem } h2 { font-size: 1.15rem } .wide { overflow-x: "
    "auto "
    "} table { border-collapse: collapse } th, td { text-align: left; padding: .3rem .9rem .3rem 0; border-bottom: 1px "
    "solid #767676 } td.number { text-align: right } svg { max-width: 100%; height: auto } @media "
    "(prefers-color-scheme: dark) { :root { color: #e6e6e6; background: #1c1d1f } }";

enum class State { untouched, begun, passed };

State state_of(const course::Part& part, const std::vector<Best>& reached) {
  State state = State::untouched;
  for (const Best& one : reached) {
    if (one.part != part.id) continue;
    if (one.passed) return State::passed;
    if (one.points > 0) state = State::begun;
  }
  return state;
}

std::size_t passed_in(const course::Lab& lab, const std::vector<Best>& reached) {
  return static_cast<std::size_t>(std::count_if(lab.parts.begin(), lab.parts.end(), [&](const course::Part& part) {
    return state_of(part, reached) == State::passed;
  }));
}

std::string square_of(const course::Part& part, State state, int x, int y) {
  std::string text = fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}/>", x, y, square, square,
                                 state == State::passed ? " class=\"done\"" : "");
  if (state == State::begun) {
    text += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" class=\"half\"/>", x, y + square / 2,
                        square, square / 2);
  }
  const std::string_view sign = state == State::passed ? "✓ " : "";
  text += fmt::format("<text class=\"part{}\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}{}</text>\n",
                      state == State::passed ? " on" : "", x + square / 2, y + 16, sign, markup::escaped(part.id));
  return text;
}

}  // namespace

std::string picture(const course::Course& course, const std::vector<Best>& reached) {
  std::size_t most_parts = 0, parts = 0, passed = 0;
  for (const course::Lab& lab : course.labs) {
    most_parts = std::max(most_parts, lab.parts.size());
    parts += lab.parts.size();
    passed += passed_in(lab, reached);
  }
  const int width = names_width + row * static_cast<int>(most_parts);
  const int height = row * static_cast<int>(course.labs.size());
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" role=\"img\">\n"
      "<title>{} of {} parts have passed</title>\n<style>{}</style>\n",
      width, height, width, height, passed, parts, style);
  int y = 0;
  for (const course::Lab& lab : course.labs) {
    text += fmt::format("<text x=\"0\" y=\"{}\">{} {}</text>\n", y + square / 2 + 5, markup::escaped(lab.name),
                        markup::escaped(lab.title));
    int x = names_width;
    for (const course::Part& part : lab.parts) {
      text += square_of(part, state_of(part, reached), x, y);
      x += row;
    }
    y += row;
  }
  return text + "</svg>\n";
}

std::string page(const course::Course& course, const std::vector<Best>& reached) {
  std::string text = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\"><title>Progress</title><style>{}</style></head><body>\n"
      "<h1>Progress</h1>\n<p>A full square with a tick is a part that has passed, a half one a part with some "
      "points.</p>\n{}",
      page_style, picture(course, reached));
  if (const course::Part* next = next_part(course, reached); next != nullptr) {
    text += fmt::format("<p>Next: {} {}. Type <code>./grade {}</code>.</p>\n", markup::escaped(next->id),
                        markup::escaped(next->title), markup::escaped(next->id));
  } else {
    text += "<p>Every part of every lab has passed.</p>\n";
  }
  text +=
      "<h2>The best of each part, by device</h2>\n<div class=\"wide\"><table><thead><tr><th>part</th><th>passed</th>"
      "<th>points</th><th>GB/s</th><th>device</th><th>date</th></tr></thead><tbody>\n";
  for (const Best& one : reached) {
    text += fmt::format(
        "<tr><td>{}</td><td>{}</td><td class=\"number\">{} / {}</td><td class=\"number\">{}</td><td>{}</td><td>{}</td>"
        "</tr>\n",
        markup::escaped(one.part), one.passed ? "yes" : "no", one.points, one.max_points,
        one.gbps > 0 ? fmt::format("{:.0f}", one.gbps) : "", markup::escaped(one.device),
        markup::escaped(one.date.substr(0, 10)));
  }
  return text + "</tbody></table></div>\n</body></html>\n";
}

}  // namespace progress
