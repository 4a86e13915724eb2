// SPDX-License-Identifier: BSD-3-Clause
// Writes a synthetic trace of any size for the benchmarks of the analysis: the same for the same
// arguments on every machine.
//
// Each rank walks through time steps: function calls, a halo exchange with non-blocking operations
// or a ring with blocking ones, every few steps an Allreduce. Ranks start their steps with
// pseudo-random delays, so there are wait states to find; messages never travel backwards in time.
//
// usage: make_trace DIRECTORY [--ranks N] [--events MILLIONS] [--calls FUNCTION_CALLS_PER_STEP]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "trace/otf2/archive_writer.h"

namespace {

using namespace tarry;
using model::CommId;
using model::CommRank;
using model::RegionId;
using model::RequestId;
using model::Ticks;
using trace::otf2::ArchiveWriter;
using trace::otf2::LocationWriter;

struct Shape {
  std::uint32_t ranks = 16;
  double million_events = 20.0;
  std::uint32_t calls = 4;  // function calls per step: many make a function-heavy trace
};

// Regions in the order of their definition.
enum RegionNumber : std::uint32_t {
  kMain,
  kStep,
  kIsend,
  kIrecv,
  kWaitall,
  kSend,
  kRecv,
  kAllreduce,
  kFirstFunction,
  kFunctions = 32,  // number of functions called in turn
};

constexpr CommId kWorld{0};
constexpr std::int64_t kPeriod = 1'000'000;  // ticks between the starts of two steps
constexpr std::int64_t kMaxDelay = 100'000;  // of a rank's step
constexpr std::uint32_t kCollectiveEvery = 8;
constexpr std::uint64_t kMessageBytes = 1024;

RegionId region(std::uint32_t number) { return RegionId{number}; }

// Number in [0, kMaxDelay) that depends on nothing but its arguments (splitmix64).
std::int64_t delay(std::uint32_t rank, std::uint64_t step) {
  std::uint64_t x = (static_cast<std::uint64_t>(rank) << 40) + step + 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return static_cast<std::int64_t>((x ^ (x >> 31)) % static_cast<std::uint64_t>(kMaxDelay));
}

// Writes one rank's events. Every phase of a step has a fixed place in the period, with more room
// than the largest delay, so that the phases of different ranks never overlap.
class RankWriter {
 public:
  RankWriter(const Shape& shape, std::uint32_t rank, LocationWriter& out)
      : shape_(shape), rank_(rank), out_(out) {}

  void write(std::uint64_t steps) {
    out_.enter(Ticks{0}, region(kMain));
    for (std::uint64_t step = 0; step < steps; ++step) write_step(step);
    out_.leave(Ticks{static_cast<std::int64_t>(steps) * kPeriod}, region(kMain));
  }

 private:
  void write_step(std::uint64_t step) {
    const std::int64_t begin = static_cast<std::int64_t>(step) * kPeriod + 10;
    now_ = begin + delay(rank_, step);
    out_.enter(Ticks{now_}, region(kStep));
    for (std::uint32_t call = 0; call < shape_.calls; ++call) {
      const RegionId function =
          region(kFirstFunction + static_cast<std::uint32_t>(step + call) % kFunctions);
      out_.enter(Ticks{++now_}, function);
      out_.leave(Ticks{now_ += 50}, function);
    }
    if (step % 2 == 0)
      exchange(step, begin + 400'000);
    else
      ring(step, begin + 400'000);
    if (step % kCollectiveEvery == 0) allreduce(step, begin + 700'000);
    out_.leave(Ticks{++now_}, region(kStep));
  }

  // To both neighbours and from both, completed by Waitall not before `latest`.
  void exchange(std::uint64_t step, std::int64_t latest) {
    const auto tag = static_cast<std::uint32_t>(step % 2);
    const CommRank neighbours[2] = {CommRank{left()}, CommRank{right()}};
    for (std::uint64_t i = 0; i < 2; ++i) {
      out_.enter(Ticks{++now_}, region(kIrecv));
      out_.mpi_irecv_request(Ticks{++now_}, RequestId{4 * step + i});
      out_.leave(Ticks{++now_}, region(kIrecv));
    }
    for (std::uint64_t i = 0; i < 2; ++i) {
      out_.enter(Ticks{++now_}, region(kIsend));
      out_.mpi_isend(Ticks{++now_}, message(neighbours[1 - i], tag, RequestId{4 * step + 2 + i}));
      out_.leave(Ticks{++now_}, region(kIsend));
    }
    out_.enter(Ticks{++now_}, region(kWaitall));
    now_ = latest;
    for (std::uint64_t i = 0; i < 2; ++i)
      out_.mpi_irecv(Ticks{++now_}, message(neighbours[i], tag, RequestId{4 * step + i}));
    for (std::uint64_t i = 0; i < 2; ++i)
      out_.mpi_isend_complete(Ticks{++now_}, RequestId{4 * step + 2 + i});
    out_.leave(Ticks{++now_}, region(kWaitall));
  }

  // To the right with a blocking send, from the left with a blocking receive.
  void ring(std::uint64_t step, std::int64_t latest) {
    const auto tag = static_cast<std::uint32_t>(step % 2);
    out_.enter(Ticks{++now_}, region(kSend));
    out_.mpi_send(Ticks{++now_}, message(CommRank{right()}, tag, RequestId{}));
    out_.leave(Ticks{now_ += 100}, region(kSend));
    out_.enter(Ticks{++now_}, region(kRecv));
    now_ = latest;
    out_.mpi_recv(Ticks{++now_}, message(CommRank{left()}, tag, RequestId{}));
    out_.leave(Ticks{++now_}, region(kRecv));
  }

  void allreduce(std::uint64_t step, std::int64_t latest) {
    now_ += delay(rank_, step + 1);
    out_.enter(Ticks{++now_}, region(kAllreduce));
    out_.collective_begin(Ticks{++now_});
    now_ = latest;
    out_.collective_end(Ticks{++now_}, {.op = model::CollectiveOp::Allreduce,
                                        .comm = kWorld,
                                        .root = model::kRootNone,
                                        .bytes_sent = 8,
                                        .bytes_received = 8,
                                        .request = RequestId{}});
    out_.leave(Ticks{++now_}, region(kAllreduce));
  }

  [[nodiscard]] std::uint32_t left() const { return (rank_ + shape_.ranks - 1) % shape_.ranks; }
  [[nodiscard]] std::uint32_t right() const { return (rank_ + 1) % shape_.ranks; }

  static model::MessageRecord message(CommRank peer, std::uint32_t tag, RequestId request) {
    return {.peer = peer, .comm = kWorld, .tag = tag, .bytes = kMessageBytes, .request = request};
  }

  const Shape& shape_;
  std::uint32_t rank_;
  LocationWriter& out_;
  std::int64_t now_ = 0;
};

model::Region make_region(std::string name, model::RegionRole role, model::Paradigm paradigm) {
  model::Region made;
  made.canonical = name;
  made.name = std::move(name);
  made.role = role;
  made.paradigm = paradigm;
  return made;
}

model::Definitions make_definitions(const Shape& shape) {
  using model::Paradigm;
  using model::RegionRole;
  model::Definitions made;
  made.program = "synthetic";
  made.has_mpi = true;
  made.hosts = {"host"};
  made.regions = {
      make_region("main", RegionRole::Function, Paradigm::Compiler),
      make_region("step", RegionRole::Function, Paradigm::Compiler),
      make_region("MPI_Isend", RegionRole::PointToPoint, Paradigm::Mpi),
      make_region("MPI_Irecv", RegionRole::PointToPoint, Paradigm::Mpi),
      make_region("MPI_Waitall", RegionRole::PointToPoint, Paradigm::Mpi),
      make_region("MPI_Send", RegionRole::PointToPoint, Paradigm::Mpi),
      make_region("MPI_Recv", RegionRole::PointToPoint, Paradigm::Mpi),
      make_region("MPI_Allreduce", RegionRole::CollectiveAllToAll, Paradigm::Mpi),
  };
  for (std::uint32_t i = 0; i < kFunctions; ++i)
    made.regions.push_back(
        make_region("function_" + std::to_string(i), RegionRole::Function, Paradigm::Compiler));
  model::Communicator world;
  world.name = "MPI_COMM_WORLD";
  for (std::uint32_t rank = 0; rank < shape.ranks; ++rank) {
    world.members.push_back(model::Rank{rank});
    made.processes.push_back("MPI Rank " + std::to_string(rank));
  }
  made.communicators.push_back(std::move(world));
  return made;
}

// Events of two steps and the share of a collective, per step.
double events_per_step(const Shape& shape) {
  const double exchange = 4 * 3 + 6;
  const double ring = 6;
  return 2 + 2.0 * shape.calls + (exchange + ring) / 2 + 4.0 / kCollectiveEvery;
}

base::Result<std::uint64_t> make_trace(const char* directory, const Shape& shape) {
  const auto steps = static_cast<std::uint64_t>(shape.million_events * 1e6 /
                                                (shape.ranks * events_per_step(shape))) +
                     1;
  TRY_ASSIGN(const auto archive, ArchiveWriter::create(directory));
  model::Definitions definitions = make_definitions(shape);
  definitions.clock.length = steps * static_cast<std::uint64_t>(kPeriod);
  std::uint64_t total = 0;
  for (std::uint32_t rank = 0; rank < shape.ranks; ++rank) {
    TRY_ASSIGN(const auto writer, archive->open_location(rank));
    RankWriter(shape, rank, *writer).write(steps);
    model::Location location;
    location.trace_id = rank;
    location.rank = model::Rank{rank};
    location.name = "Master thread";
    TRY_ASSIGN(location.event_count, writer->finish({}));
    total += location.event_count;
    definitions.locations.push_back(std::move(location));
  }
  TRY(archive->write_definitions(definitions));
  TRY(archive->close());
  return total;
}

}  // namespace

int main(int argc, char** argv) {
  Shape shape;
  if (argc < 2 || argc % 2 != 0) {
    std::fprintf(stderr, "usage: make_trace DIRECTORY [--ranks N] [--events M] [--calls N]\n");
    return 2;
  }
  for (int i = 2; i < argc; i += 2) {
    if (std::strcmp(argv[i], "--ranks") == 0)
      shape.ranks = static_cast<std::uint32_t>(std::max(2, std::atoi(argv[i + 1])));
    else if (std::strcmp(argv[i], "--events") == 0)
      shape.million_events = std::atof(argv[i + 1]);
    else if (std::strcmp(argv[i], "--calls") == 0)
      shape.calls = static_cast<std::uint32_t>(std::max(0, std::atoi(argv[i + 1])));
  }
  const auto events = make_trace(argv[1], shape);
  if (!events.ok()) {
    std::fprintf(stderr, "make_trace: %s\n", events.error().message().c_str());
    return 1;
  }
  std::printf("%llu\n", static_cast<unsigned long long>(*events));
  return 0;
}
