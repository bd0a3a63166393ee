#include "simt/precompiled.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

namespace simt {
namespace {

constexpr std::array<const char*, 4> names{"host", "device", "graded", "own"};

/// Where clang comes back from the headers to the program's own text.
std::string return_to(std::string_view program) { return "# 1 \"" + std::string(program) + "\" 2\n"; }

bool continues_name(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

}  // namespace

std::filesystem::path precompiled_file(const std::filesystem::path& start, Reading reading) {
  return start.string() + "-" + names.at(static_cast<std::size_t>(reading)) + ".pch";
}

std::filesystem::path precompiled_text(const std::filesystem::path& start, Reading reading) {
  return start.string() + "-" + names.at(static_cast<std::size_t>(reading)) + ".ii";
}

std::vector<std::filesystem::path> precompiled_files(const std::filesystem::path& start) {
  std::vector<std::filesystem::path> files;
  for (const Reading reading : {Reading::host_check, Reading::device_check, Reading::graded_code, Reading::own_code}) {
    files.push_back(precompiled_file(start, reading));
    files.push_back(precompiled_text(start, reading));
  }
  files.erase(std::remove_if(files.begin(), files.end(), [](const auto& file) { return !exists(file); }), files.end());
  return files;
}

std::vector<std::string> flags_to_begin_with(const std::filesystem::path& precompiled) {
  return {"-Xclang", "-include-pch", "-Xclang", precompiled.string()};
}

std::vector<std::string> flags_to_make(const std::filesystem::path& precompiled) {
  // The templates that the headers themselves use are made once, here: otherwise each program that begins with the file
  // makes them anew, which takes longer than all else.
  return {"-fsyntax-only", "-fpch-instantiate-templates", "-Xclang", "-emit-pch", "-Xclang", "-o",
          "-Xclang",       precompiled.string()};
}

bool refuses_precompiled(std::string_view output, const std::filesystem::path& precompiled) {
  // No message is worded alike in all versions of clang.
  return output.find(precompiled.string()) != std::string_view::npos ||
         output.find("PCH file") != std::string_view::npos || output.find("AST file") != std::string_view::npos;
}

std::optional<std::string> after_headers(std::string_view preprocessed, std::string_view headers,
                                         std::string_view program) {
  const std::string back = return_to(program);
  if (headers.empty() || !preprocessed.starts_with(headers)) return std::nullopt;
  const std::string_view rest = preprocessed.substr(headers.size());
  if (!rest.starts_with(back)) return std::nullopt;
  return "# 1 \"" + std::string(program) + "\"\n" + std::string(rest.substr(back.size()));
}

std::string headers_alone(std::string_view preprocessed, std::string_view program) {
  return std::string(preprocessed.substr(0, preprocessed.rfind(return_to(program))));
}

std::string library_names_in(std::string_view headers) {
  std::set<std::string_view> names;
  for (const std::string_view start : {"_M_", "_S_"}) {
    for (std::size_t at = headers.find(start); at != headers.npos; at = headers.find(start, at + 1)) {
      if (at > 0 && continues_name(headers[at - 1])) continue;
      std::size_t end = at;
      while (end < headers.size() && continues_name(headers[end])) ++end;
      names.insert(headers.substr(at, end - at));
    }
  }
  std::string text = "# 1 \"/precompiled\" 1\n";
  for (const std::string_view name : names) text.append(name).append(";\n");
  return text;
}

}  // namespace simt
