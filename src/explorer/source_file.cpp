// SPDX-License-Identifier: BSD-3-Clause
#include "explorer/source_file.h"

#include <algorithm>
#include <set>

#include "base/files.h"
#include "base/utf8.h"

namespace tarry::explorer {

namespace fs = std::filesystem;
using base::Error;
using base::ErrorCode;

bool is_source_name(const fs::path& file) {
  static const std::set<std::string, std::less<>> kEndings = {
      ".c",   ".cc",  ".cpp", ".cxx", ".c++", ".h",   ".hh", ".hpp", ".hxx", ".h++", ".inl",
      ".inc", ".ipp", ".tcc", ".cu",  ".cuh", ".hip", ".f",  ".for", ".ftn", ".f77", ".f90",
      ".f95", ".f03", ".f08", ".fpp", ".py",  ".pyx", ".rs", ".jl",  ".d",   ".m",   ".s"};
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return kEndings.contains(ending);
}

base::Result<std::string> read_source(const fs::path& file, const std::vector<fs::path>& folders) {
  if (!is_source_name(file))
    return Error{ErrorCode::NotFound, "not the name of a source file", file.string(), ""};
  std::vector<fs::path> places;
  if (file.is_absolute()) places.push_back(file);
  for (const fs::path& folder : folders) {
    if (file.is_relative()) places.push_back(folder / file);
    places.push_back(folder / file.filename());
  }
  for (const fs::path& place : places) {
    std::error_code error;
    // A link may lead to a file of another kind.
    const fs::path real = fs::canonical(place, error);
    if (error || !fs::is_regular_file(real, error) || !is_source_name(real)) continue;
    const std::uintmax_t size = fs::file_size(real, error);
    if (error) continue;
    if (size > kLargestSource)
      return Error{ErrorCode::NotFound, "the source file is too large to be shown", file.string(),
                   ""};
    base::Result<std::string> text = base::read_file(real);
    if (text.ok()) return base::valid_utf8(*text);
  }
  return Error{ErrorCode::NotFound, "the source file is not at hand", file.string(), ""};
}

}  // namespace tarry::explorer
