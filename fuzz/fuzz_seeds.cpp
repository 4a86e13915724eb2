// SPDX-License-Identifier: BSD-3-Clause
// Makes seeds for the fuzzers: every text case as it is, and the archives of those with two
// locations in one piece; compressed traces, as text and packed.
// usage: fuzz_seeds CASES OUTPUT
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "compress/text/random_trace.h"
#include "compress/text/trace_file.h"
#include "compress/text/writer.h"
#include "packed_archive.h"
#include "trace/synthetic/case_parser.h"
#include "trace/synthetic/memory_source.h"
#include "trace/synthetic/write_archive.h"

namespace {

namespace fs = std::filesystem;
using namespace tarry;

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_file(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

base::Status make_seeds(const fs::path& path, const fs::path& output, const fs::path& scratch) {
  const std::string name = path.stem().string();
  write_file(output / "case" / name, read_file(path));
  TRY_ASSIGN(const trace::synthetic::Case made, trace::synthetic::read_case(path));
  if (made.definitions.locations.size() != 2) return base::kOk;
  trace::synthetic::MemorySource source(made.definitions, made.timelines);
  fs::remove_all(scratch);
  TRY(trace::synthetic::write_archive(source, scratch));
  std::string packed;
  for (const std::string_view file : fuzz::kFiles)
    packed += (packed.empty() ? "" : std::string(fuzz::kMark)) + read_file(scratch / file);
  write_file(output / "trace" / name, packed);
  return base::kOk;
}

void make_compressed(const fs::path& folder) {
  constexpr std::uint64_t kTraces = 100;
  for (std::uint64_t seed = 0; seed < kTraces; ++seed) {
    const std::string text = compress::write_text(compress::random_trace(seed));
    write_file(folder / std::to_string(seed), text);
    const auto packed = compress::packed(text);
    if (seed % 10 == 0 && packed.ok())
      write_file(folder / (std::to_string(seed) + ".zst"), *packed);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s CASES OUTPUT\n", argv[0]);
    return 2;
  }
  const fs::path output = argv[2];
  const fs::path scratch = output / ("scratch-" + std::to_string(getpid()));
  fs::create_directories(output / "case");
  fs::create_directories(output / "trace");
  fs::create_directories(output / "tct");
  make_compressed(output / "tct");
  for (const auto& entry : fs::recursive_directory_iterator(argv[1])) {
    if (entry.path().extension() != ".case") continue;
    const base::Status made = make_seeds(entry.path(), output, scratch);
    if (!made.ok()) {
      std::fprintf(stderr, "fuzz_seeds: %s\n", made.error().message().c_str());
      return 1;
    }
  }
  fs::remove_all(scratch);
  return 0;
}
