#include "report/table.hpp"

#include <algorithm>
#include <utility>

#include "report/text.hpp"

namespace report {

Table::Table(Columns columns, const TerminalStyle& style) : columns_(std::move(columns)), style_(style) {
  for (const Column& column : columns_) {
    int width = display_width(column.title);
    for (const Cell& cell : column.cells) width = std::max(width, display_width(cell.text));
    widths_.push_back(width);
  }
}

std::string Table::titles() const {
  return line([](const Column& column) { return Cell{column.title, Tint::quiet}; });
}

std::string Table::row(std::size_t i) const {
  return line([i](const Column& column) { return column.cells[i]; });
}

template <class CellOf>
std::string Table::line(CellOf cell_of) const {
  std::string text;
  std::string gap = "  ";
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Cell cell = cell_of(columns_[i]);
    const std::string padding(static_cast<std::size_t>(widths_[i] - display_width(cell.text)), ' ');
    if (columns_[i].align == Align::right) {
      text += gap + padding + tinted(cell.text, cell.tint, style_);
      gap = "  ";
    } else {
      text += gap + tinted(cell.text, cell.tint, style_);
      gap = padding + "  ";
    }
  }
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

}  // namespace report
