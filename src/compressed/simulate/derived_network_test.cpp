// SPDX-License-Identifier: BSD-3-Clause
// The network of a trace that was itself simulated must be found again.
#include "compressed/simulate/derived_network.h"

#include <gtest/gtest.h>

#include "compressed/simulate/program_fixture.h"

namespace tarry::simulate {
namespace {

// Returns the trace with the simulated times as recorded ones.
compressed::Trace recorded(const Program& program, const Options& options) {
  compressed::Trace trace = program.trace();
  const Simulation made = simulate(trace, options);
  // Each call of the program has an event of its own.
  for (std::uint32_t rank = 0; rank < trace.ranks; ++rank) {
    compressed::Cursor cursor(trace, rank);
    compressed::CursorCall call;
    for (std::size_t at = 0; cursor.next(call); ++at) {
      compressed::EventTimes& times = trace.events[call.event].times.front();
      times.duration.clear();
      times.duration.add(made.ranks[rank].calls[at].duration_ns);
    }
  }
  return trace;
}

TEST(DerivedNetwork, FindsTheNetworkOfASimulation) {
  Program program(4);
  for (std::uint32_t rank = 0; rank < 4; ++rank)
    program[rank]
        .compute(1'000 * (rank + 1))
        .barrier()
        .post_receive((rank + 3) % 4, 64)
        .start_send((rank + 1) % 4, 64)
        .wait_all()
        .compute(900 * (rank + 1))
        .allreduce(1 << 20);
  Options options;
  options.network.route = {700, 4e9};
  options.network.overhead = 30;
  const DerivedNetwork found = derived_network(recorded(program, options));
  EXPECT_EQ(found.overhead, 30);
  EXPECT_EQ(found.latency, 700);
  ASSERT_TRUE(found.bandwidth.has_value());
  EXPECT_NEAR(*found.bandwidth, 4e9, 1e5);
}

TEST(DerivedNetwork, SaysWhatItCannotTell) {
  Program program(2);
  program[0].plain("MPI_Init", 100);
  program[1].plain("MPI_Init", 100);
  const DerivedNetwork found = derived_network(program.trace());
  EXPECT_FALSE(found.overhead.has_value());
  EXPECT_FALSE(found.latency.has_value());
  EXPECT_FALSE(found.bandwidth.has_value());
}

}  // namespace
}  // namespace tarry::simulate
