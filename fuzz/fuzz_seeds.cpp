// SPDX-License-Identifier: BSD-3-Clause
// Makes seeds for the fuzzers: every text case unchanged, and the archives of cases with two
// locations as single files; compressed traces, as text and packed; samples of a thread, as written
// and packed.
// usage: fuzz_seeds CASES OUTPUT
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "compressed/format/random_trace.h"
#include "compressed/format/trace_file.h"
#include "compressed/format/writer.h"
#include "packed_files.h"
#include "samples/packed_thread.h"
#include "samples/sample_files.h"
#include "trace/synthetic/case_parser.h"
#include "trace/synthetic/memory_source.h"
#include "trace/write_archive.h"

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
  TRY(trace::write_archive(source, scratch, trace::Times::MadeUp));
  write_file(output / "trace" / name, fuzz::packed(scratch, fuzz::kArchiveFiles));
  return base::kOk;
}

void make_compressed(const fs::path& folder) {
  constexpr std::uint64_t kTraces = 100;
  for (std::uint64_t seed = 0; seed < kTraces; ++seed) {
    const std::string text = compressed::write_text(compressed::random_trace(seed));
    write_file(folder / std::to_string(seed), text);
    const auto packed = compressed::packed(text);
    if (seed % 10 == 0 && packed.ok())
      write_file(folder / (std::to_string(seed) + ".zst"), *packed);
  }
}

template <class Record>
std::string bytes_of(const Record& record, std::size_t bytes = sizeof(Record)) {
  std::string out(bytes, '\0');
  std::memcpy(out.data(), &record, sizeof record);
  return out;
}

// Makes a few samples with all kinds of nodes, names, loops and flows, complete as the sampler
// leaves them and cut off.
base::Status make_samples(const fs::path& folder, const fs::path& scratch) {
  using enum samples::PathNodeKind;
  using samples::PathNode;
  using samples::SampleRecord;
  samples::SampleHeader header{};
  std::memcpy(header.magic, samples::kSampleMagic, sizeof header.magic);
  header.version = samples::kSampleVersion;
  std::string records = bytes_of(header, samples::kSampleHeaderBytes);
  for (const SampleRecord& record :
       {SampleRecord::of(10, 2), SampleRecord::of(20, 3, 2, 3, 1),
        SampleRecord::of(1, SampleRecord::kUpperTime), SampleRecord::of(30, 5, 1)})
    records += bytes_of(record);
  std::string nodes;
  for (const PathNode& node :
       {PathNode{0, 0, 0, 0, Root, 0}, PathNode{0x104, 0, 4, 0, Call, 0},
        PathNode{0x204, 1, 4, 0, Instruction, 0}, PathNode{0x208, 1, 8, 1, Call, 0},
        PathNode{0, 0, 0, PathNode::kNoModule, Partial, 0},
        PathNode{0, 4, 0, PathNode::kNoModule, Own, 0}})
    nodes += bytes_of(node);
  // The second version of names has no checksum, which a fuzzer would not find.
  const std::string names =
      "tarry-sample-names\t2\nobject\t/bin/app\nplace\t103\tmain\ta.c\t5\ncallees\t103\twork\n"
      "loops\t103\t0\ta.c\t4\t100\nbodies\t103\t0\t1\nflow\t0\tbegin\tb1\nflow\t0\tb1\tend\n"
      "flow\t1\tbegin\tc103\nflow\t1\tc103\tend\nplace\t204\twork\ta.c\t20\tinlined\tb.h\t2\n";
  const std::string process = "tarry-samples\t3\nprocess\t1\t0\t1\t1\ta\n";
  const std::string modules = "module\t0\t0\t0\t0\t/bin/app\nmodule\t1\t0\t0\t0\t/lib/libc.so.6\n";
  for (const bool has_modules : {false, true}) {
    const std::string name = has_modules ? "modules" : "none";
    fs::create_directories(scratch / "samples/a-1");
    write_file(scratch / fuzz::kSampleFiles[0], process + (has_modules ? modules : ""));
    write_file(scratch / fuzz::kSampleFiles[1], records);
    write_file(scratch / fuzz::kSampleFiles[2], nodes);
    write_file(scratch / fuzz::kSampleFiles[3], names);
    write_file(folder / name, fuzz::packed(scratch, fuzz::kSampleFiles));
    TRY_ASSIGN(const auto processes, samples::find_sampled_processes(scratch));
    TRY(samples::pack_thread(processes.front(), 0));
    write_file(folder / (name + "-packed"), fuzz::packed(scratch, fuzz::kSampleFiles));
  }
  return base::kOk;
}

int failed(const base::Error& error) {
  std::fprintf(stderr, "fuzz_seeds: %s\n", error.message().c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s CASES OUTPUT\n", argv[0]);
    return 2;
  }
  const fs::path output = argv[2];
  const fs::path scratch = fuzz::scratch();
  fs::create_directories(output / "case");
  fs::create_directories(output / "trace");
  fs::create_directories(output / "tct");
  fs::create_directories(output / "samples");
  make_compressed(output / "tct");
  if (const base::Status made = make_samples(output / "samples", scratch); !made.ok())
    return failed(made.error());
  for (const auto& entry : fs::recursive_directory_iterator(argv[1])) {
    if (entry.path().extension() != ".case") continue;
    const base::Status made = make_seeds(entry.path(), output, scratch);
    if (!made.ok()) return failed(made.error());
  }
  return 0;
}
