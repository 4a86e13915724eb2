// SPDX-License-Identifier: BSD-3-Clause
#include "packed_files.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace tarry::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMark = "\n#file#\n";

}  // namespace

std::string packed(const fs::path& folder, std::span<const std::string_view> files) {
  std::string bytes;
  for (const std::string_view name : files) {
    std::ifstream file(folder / name, std::ios::binary);
    if (!bytes.empty()) bytes += kMark;
    bytes.append(std::istreambuf_iterator<char>(file), {});
  }
  return bytes;
}

void unpack(std::string_view bytes, std::span<const std::string_view> files,
            const fs::path& folder) {
  for (const std::string_view name : files) {
    const std::size_t end = bytes.find(kMark);
    fs::create_directories((folder / name).parent_path());
    std::ofstream(folder / name, std::ios::binary) << bytes.substr(0, end);
    bytes.remove_prefix(end == bytes.npos ? bytes.size() : end + kMark.size());
  }
}

fs::path scratch() {
  // It is never destroyed because it is needed at exit.
  static const fs::path& kScratch = *new fs::path([] {
    const fs::path memory = "/dev/shm";
    const fs::path base = fs::exists(memory) ? memory : fs::temp_directory_path();
    const fs::path made = base / ("tarry-fuzz-" + std::to_string(getpid()));
    fs::create_directories(made);
    std::atexit([] { fs::remove_all(scratch()); });
    return made;
  }());
  return kScratch;
}

}  // namespace tarry::fuzz
