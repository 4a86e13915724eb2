// SPDX-License-Identifier: BSD-3-Clause
// Writes the traces of replay_test.py and bench/replay_accuracy, each for some number of ranks:
// NAME-RANKS.tct. usage: make_traces DIRECTORY RANKS NAME...
#include <cstdio>
#include <cstdlib>

#include "compressed/format/trace_file.h"
#include "makers.h"

int main(int argc, char** argv) {
  using namespace tarry;
  if (argc < 3) return 2;
  const auto ranks = static_cast<std::uint32_t>(std::atoi(argv[2]));
  replay::Makers makers = replay::make_messages();
  makers.merge(replay::make_operations());
  makers.merge(replay::make_windows());
  makers.merge(replay::make_files());
  for (int i = 3; i < argc; ++i) {
    const auto maker = makers.find(argv[i]);
    if (maker == makers.end()) return 2;
    const std::string path =
        std::string(argv[1]) + "/" + argv[i] + "-" + std::to_string(ranks) + ".tct";
    const auto status =
        compressed::write_trace(path, maker->second(ranks), compressed::Packing::Text);
    if (status.ok()) continue;
    std::fprintf(stderr, "%s\n", status.error().message().c_str());
    return 1;
  }
  return 0;
}
