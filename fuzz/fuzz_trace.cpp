// SPDX-License-Identifier: BSD-3-Clause
// Any bytes as the files of an archive: reading and analysing it must end without a crash, and what
// comes out must be a sound cube.
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "analysis/analyze.h"
#include "packed_archive.h"
#include "support/invariants.h"
#include "trace/otf2/archive_reader.h"

namespace {

namespace fs = std::filesystem;
using namespace tarry;

fs::path scratch() {
  // Never destroyed: it is wanted at exit.
  static const fs::path& kScratch = *new fs::path([] {
    const fs::path memory = "/dev/shm";
    const fs::path base = fs::exists(memory) ? memory : fs::temp_directory_path();
    const fs::path made = base / ("tarry-fuzz-" + std::to_string(getpid()));
    fs::create_directories(made / "traces");
    std::atexit([] { fs::remove_all(scratch()); });
    return made;
  }());
  return kScratch;
}

void unpack(std::string_view packed) {
  for (const std::string_view file : fuzz::kFiles) {
    const std::size_t end = packed.find(fuzz::kMark);
    const std::string_view bytes = packed.substr(0, end);
    std::ofstream(scratch() / file, std::ios::binary) << bytes;
    packed.remove_prefix(end == packed.npos ? packed.size() : end + fuzz::kMark.size());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  unpack({reinterpret_cast<const char*>(data), size});
  const auto source = trace::otf2::open_archive(scratch());
  if (!source.ok()) return 0;
  analysis::Options options;
  options.threads = 1;
  const auto analysis = analysis::analyze(**source, options);
  if (!analysis.ok()) return 0;
  const auto violations = testing::check_invariants(analysis->cube, **source);
  for (const std::string& violation : violations) std::fprintf(stderr, "%s\n", violation.c_str());
  if (!violations.empty()) std::abort();
  return 0;
}
