// What clang has read of the emulator's headers, kept in files beside the plugin. Most of the time of a check or of a
// compilation would otherwise go into the same headers again.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace simt {

/// What begins with these headers: a check of the language, which clang makes twice, as nvcc does, for the host's code
/// and for the device's; and what is compiled, for which graded code has the C++ library's strings before them.
enum class Reading { host_check, device_check, graded_code, own_code };

/// The file of one reading. `start` is how the paths of all begin; whether the file exists is for the caller to see.
std::filesystem::path precompiled_file(const std::filesystem::path& start, Reading reading);

/// The preprocessed headers that graded_code or own_code begins with, as text.
std::filesystem::path precompiled_text(const std::filesystem::path& start, Reading reading);

/// All files of all readings that exist: what clang has to see of them.
std::vector<std::filesystem::path> precompiled_files(const std::filesystem::path& start);

/// Flags by which clang begins with that file.
std::vector<std::string> flags_to_begin_with(const std::filesystem::path& precompiled);

/// Flags by which clang makes that file.
std::vector<std::string> flags_to_make(const std::filesystem::path& precompiled);

/// Whether clang, whose messages are `output`, refused that file: a header has changed since, the folder was moved, or
/// another clang made it. Then nothing else in the messages counts.
bool refuses_precompiled(std::string_view output, const std::filesystem::path& precompiled);

/// Of a preprocessed program what follows `headers`, which were preprocessed for a program without any line; nothing
/// where it does not begin with them. `program` is the name of the file that both were made of.
std::optional<std::string> after_headers(std::string_view preprocessed, std::string_view headers,
                                         std::string_view program);

/// Of the preprocessed program without any line the headers alone.
std::string headers_alone(std::string_view preprocessed, std::string_view program);

/// The names in preprocessed `headers` that the C++ library keeps to itself, as the text of a header that holds nothing
/// else: all that the check of a program's own text (translate/own_text.hpp) must know of them.
std::string library_names_in(std::string_view headers);

}  // namespace simt
