// A table for a terminal: columns as wide as what is in them, two blanks apart. Cells are never broken.
#pragma once

#include <string>
#include <vector>

#include "report/page.hpp"

namespace report {

struct Cell {
  std::string text;
  Tint tint = Tint::plain;
};

enum class Align { left, right };

struct Column {
  std::string title;
  Align align = Align::left;
  std::vector<Cell> cells;  ///< as many in each column
};

using Columns = std::vector<Column>;

class Table {
 public:
  Table(Columns columns, const TerminalStyle& style);

  /// One line each, indented by two blanks, without a newline.
  std::string titles() const;
  std::string row(std::size_t i) const;

  std::size_t rows() const { return columns_.empty() ? 0 : columns_.front().cells.size(); }

 private:
  template <class CellOf>
  std::string line(CellOf cell_of) const;

  Columns columns_;
  std::vector<int> widths_;
  TerminalStyle style_;
};

}  // namespace report
