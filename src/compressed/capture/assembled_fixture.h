// SPDX-License-Identifier: BSD-3-Clause
// The calls that are assembled from the events of one process.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "compressed/capture/call_assembler.h"
#include "compressed/capture/location_calls.h"

namespace tarry::compressed {

// Rank 2 of 5 with one thread. The regions are 0 main, 1 MPI_Irecv, 2 MPI_Waitall, 3 MPI_Isend, 4
// step.
class Assembled : public testing::Test {
 protected:
  static model::Region region(const char* name, model::Paradigm paradigm) {
    model::Region made;
    made.name = name;
    made.file = "a.c";
    made.begin_line = 7;
    made.paradigm = paradigm;
    return made;
  }

  Assembled() {
    communicators.add(model::CommId{4}, {2, 5});
    communicators.add(model::CommId{6}, {0, 2});
    assembler.begin_at(model::Ticks{100});
  }

  void call(std::int64_t begin, std::int64_t end, std::uint32_t function, auto actions) {
    events.enter(model::Ticks{begin}, model::RegionId{function});
    actions();
    events.leave(model::Ticks{end}, model::RegionId{function});
  }
  static model::MessageRecord message(std::uint32_t peer, std::uint64_t request) {
    return {model::CommRank{peer}, model::CommId{4}, 9, 64, model::RequestId{request}};
  }

  std::vector<model::Region> regions = {
      region("main", model::Paradigm::Compiler), region("MPI_Irecv", model::Paradigm::Mpi),
      region("MPI_Waitall", model::Paradigm::Mpi), region("MPI_Isend", model::Paradigm::Mpi),
      region("step", model::Paradigm::Compiler)};
  model::CallTree paths;
  model::Anomalies left_out;
  RankCommunicators communicators;
  SiteTable sites;
  std::vector<Call> calls;
  CallAssembler assembler{regions,
                          paths,
                          communicators,
                          sites,
                          2'000'000'000,
                          left_out,
                          [this](Call&& call) { calls.push_back(std::move(call)); },
                          3};
  LocationCalls events{regions, paths, left_out,
                       [this](RecordedCall&& call) { assembler.add(call); }};
};

}  // namespace tarry::compressed
