// SPDX-License-Identifier: BSD-3-Clause
// Programs so small that the time of each call is known from the definitions in network.h,
// messages.h and collectives.h.
#include "compressed/simulate/simulation.h"

#include <gtest/gtest.h>

#include "compressed/simulate/program_fixture.h"
#include "compressed/synthetic/programs.h"

namespace tarry::simulate {
namespace {

TEST(Simulation, AReceiverWaitsForALateSender) {
  Program program(2);
  program[0].compute(5'000).send(1, 400);
  program[1].compute(1'000).receive(0, 400);
  const Simulation made = simulated(program);
  EXPECT_TRUE(made.is_complete());
  EXPECT_EQ(ends(made, 0), Ends{5'010});
  EXPECT_EQ(ends(made, 1), Ends{5'010 + 400 + 100});
  EXPECT_EQ(made.end, 5'510);
  EXPECT_EQ(made.messages, 1u);
}

TEST(Simulation, AnEarlyEagerMessageIsThereWhenItIsReceived) {
  Program program(2);
  program[0].compute(1'000).send(1, 400);
  program[1].compute(5'000).receive(0, 400);
  const Simulation made = simulated(program);
  EXPECT_EQ(ends(made, 0), Ends{1'010});
  EXPECT_EQ(ends(made, 1), Ends{5'010});
}

TEST(Simulation, ASenderWaitsForALateReceiverIfTheMessageIsLarge) {
  Program program(2);
  program[0].compute(1'000).send(1, 2'000);
  program[1].compute(5'000).receive(0, 2'000);
  const Simulation made = simulated(program);
  EXPECT_EQ(ends(made, 0), Ends{5'010 + 100 + 2'000});        // asked for, then on the link
  EXPECT_EQ(ends(made, 1), Ends{5'010 + 100 + 2'000 + 100});  // and under way
}

TEST(Simulation, AReceiverWaitsForTheHandshakeOfALargeMessage) {
  Program program(2);
  program[0].compute(5'000).send(1, 2'000);
  program[1].compute(1'000).receive(0, 2'000);
  const Simulation made = simulated(program);
  EXPECT_EQ(ends(made, 0), Ends{5'010 + 100 + 100 + 2'000});
  EXPECT_EQ(ends(made, 1), Ends{5'010 + 100 + 100 + 2'000 + 100});
}

TEST(Simulation, ASynchronousSendWaitsWhateverItsSize) {
  Program program(2);
  program[0].compute(1'000).send(1, 0, 0, "MPI_Ssend");
  program[1].compute(5'000).receive(0, 0);
  EXPECT_EQ(ends(simulated(program), 0), Ends{5'010 + 100});
}

TEST(Simulation, ABufferedSendDoesNotWaitWhateverItsSize) {
  Program program(2);
  program[0].compute(1'000).send(1, 5'000, 0, "MPI_Bsend");
  program[1].compute(9'000).receive(0, 5'000);
  const Simulation made = simulated(program);
  EXPECT_EQ(ends(made, 0), Ends{1'010});
  EXPECT_EQ(ends(made, 1), Ends{9'010});
}

TEST(Simulation, WhatWasStartedGoesOnDuringComputation) {
  Program program(2);
  program[0].start_send(1, 2'000).compute(10'000).wait_all();
  program[1].post_receive(0, 2'000).compute(1'000).wait_all();
  const Simulation made = simulated(program);
  EXPECT_EQ(ends(made, 0), (Ends{10, 10'020}));
  EXPECT_EQ(ends(made, 1), (Ends{10, 10 + 100 + 100 + 2'000 + 100}));
}

TEST(Simulation, ALinkSendsOneMessageAfterTheOther) {
  Program program(3);
  program[0].start_send(1, 500).start_send(2, 500).wait_all();
  program[1].receive(0, 500);
  program[2].receive(0, 500);
  const Simulation made = simulated(program);
  EXPECT_EQ(ends(made, 0), (Ends{10, 20, 30}));
  EXPECT_EQ(ends(made, 1), Ends{10 + 500 + 100});
  EXPECT_EQ(ends(made, 2), Ends{10 + 500 + 500 + 100});
}

TEST(Simulation, RanksOfANodeShareItsLink) {
  Program program(4);
  for (const std::uint32_t rank : {0u, 1u}) program[rank].send(rank + 2, 500);
  for (const std::uint32_t rank : {2u, 3u}) program[rank].receive(rank - 2, 500);
  Options options = simple_network();
  EXPECT_EQ(ends(simulated(program, options), 3), Ends{10 + 500 + 100});
  options.network.ranks_per_node = 2;
  const Simulation made = simulated(program, options);
  EXPECT_EQ(ends(made, 2), Ends{10 + 500 + 100});
  EXPECT_EQ(ends(made, 3), Ends{10 + 500 + 500 + 100});
}

TEST(Simulation, MessagesOfAChannelAreReceivedInOrder) {
  Program program(2);
  program[0].send(1, 100).compute(5'000).send(1, 300).send(1, 200, 9);
  program[1].receive(0, 200, 9).receive(0, 100).receive(0, 300);
  // With tag 9: sent at 5'030, behind the message of 300 bytes on the link.
  EXPECT_EQ(ends(simulated(program), 1), (Ends{5'020 + 300 + 200 + 100, 5'630, 5'640}));
}

TEST(Simulation, AReceiveFromAnybodyGetsTheRecordedMessage) {
  Program program(3);
  program[0].compute(9'000).send(2, 100);
  program[1].compute(1'000).send(2, 100);
  program[2].post_any(0, 100).wait_all().post_any(1, 100).wait_all();
  EXPECT_EQ(ends(simulated(program), 2), (Ends{10, 9'210, 9'220, 9'230}));
}

TEST(Simulation, AMessageGoesAroundARing) {
  constexpr std::uint32_t kRanks = 5;
  Program program(kRanks);
  program[0].send(1, 50).receive(kRanks - 1, 50);
  for (std::uint32_t rank = 1; rank < kRanks; ++rank)
    program[rank].receive(rank - 1, 50).send((rank + 1) % kRanks, 50);
  // Each hop: overhead of the send, 50 bytes, latency.
  EXPECT_EQ(ends(simulated(program), 0).back(), kRanks * (10 + 50 + 100));
}

TEST(Simulation, AllExchangeAtOnceInARing) {
  Program program(4);
  for (std::uint32_t rank = 0; rank < 4; ++rank)
    program[rank].exchange((rank + 1) % 4, (rank + 3) % 4, 2'000);
  for (std::uint32_t rank = 0; rank < 4; ++rank)
    EXPECT_EQ(ends(simulated(program), rank), Ends{10 + 3 * 100 + 2'000});
}

// The last rank of n in a wavefront of b blocks ends after n - 1 + b steps: of computation, of the
// overhead of receive and send, and, while the pipeline is filled, of the message.
TEST(Simulation, AWavefrontFillsItsPipeline) {
  constexpr std::uint32_t kRanks = 8;
  constexpr std::uint32_t kBlocks = 20;
  constexpr Nanoseconds kCompute = 1'000;
  Program program(kRanks);
  for (std::uint32_t rank = 0; rank < kRanks; ++rank)
    for (std::uint32_t block = 0; block < kBlocks; ++block) {
      if (rank > 0) program[rank].receive(rank - 1, 40);
      program[rank].compute(kCompute);
      if (rank + 1 < kRanks)
        program[rank].send(rank + 1, 40);
      else
        program[rank].plain("MPI_Wtime", 0);
    }
  const Simulation made = simulated(program);
  // Rank 0 sends block b at (b + 1) (c + 10). Rank r gets block 0 after r such steps with 140 more
  // each; from then on the receive takes 10, so a step takes c + 20, and so does each behind it.
  const Nanoseconds first = (kRanks - 1) * (kCompute + 10 + 140);
  EXPECT_EQ(ends(made, kRanks - 1).front(), first);
  EXPECT_EQ(made.ranks[kRanks - 1].end, first + kBlocks * kCompute + (kBlocks - 1) * 20);
}

TEST(Simulation, OthersCallsTakeTheirRecordedTime) {
  Program program(1);
  program[0].compute(5).plain("MPI_Comm_rank", 30).compute(7).plain("MPI_Iprobe", 40);
  EXPECT_EQ(ends(simulated(program), 0), (Ends{35, 82}));
}

TEST(Simulation, AllRanksEndTogether) {
  Program program(3);
  for (std::uint32_t rank = 0; rank < 3; ++rank)
    program[rank]
        .plain("MPI_Init", 50 + 100 * rank)
        .compute(1'000 * (rank + 1))
        .plain("MPI_Finalize", 70);
  const Simulation made = simulated(program);
  for (std::uint32_t rank = 0; rank < 3; ++rank)
    EXPECT_EQ(ends(made, rank), (Ends{50, 3'050 + 70}));
}

// Programs with loops, merged ranks and scattered times.
TEST(Simulation, KeepsOrderCausalityAndComputation) {
  for (const std::string_view name : compressed::synthetic::program_names())
    for (const std::uint32_t ranks : {1u, 6u, 16u})
      for (const auto times : {compressed::TimeChoice::Average, compressed::TimeChoice::Draw}) {
        const compressed::Trace trace =
            compressed::synthetic::compressed_program({name, ranks, 7, 3});
        Options options = simple_network();
        options.times = times;
        options.seed = 5;
        const Simulation made = simulate(trace, options);
        ASSERT_TRUE(made.is_complete()) << name << testing::PrintToString(made.problems);
        for (std::uint32_t rank = 0; rank < ranks; ++rank) {
          compressed::Cursor cursor(trace, rank);
          compressed::CallTimes recorded(trace, rank, times, options.seed);
          compressed::CursorCall call;
          std::size_t at = 0;
          Nanoseconds end = 0;
          for (; cursor.next(call); ++at) {
            ASSERT_LT(at, made.ranks[rank].calls.size()) << name;
            const compressed::CallTime& time = made.ranks[rank].calls[at];
            EXPECT_EQ(time.before_ns, recorded.next(call).before_ns);
            end += static_cast<Nanoseconds>(time.before_ns + time.duration_ns);
          }
          EXPECT_EQ(at, made.ranks[rank].calls.size()) << name;
          EXPECT_EQ(end, made.ranks[rank].end) << name;
        }
      }
}

TEST(Simulation, IsTheSameEachTime) {
  const compressed::Trace trace =
      compressed::synthetic::compressed_program({"irregular", 12, 20, 3});
  Options options = simple_network();
  options.network.ranks_per_node = 4;
  options.times = compressed::TimeChoice::Draw;
  const Simulation first = simulate(trace, options);
  const Simulation second = simulate(trace, options);
  options.seed = 1;
  const Simulation other = simulate(trace, options);
  for (std::uint32_t rank = 0; rank < 12; ++rank) {
    EXPECT_EQ(ends(first, rank), ends(second, rank));
    EXPECT_NE(ends(first, rank), ends(other, rank));
  }
}

// The bound of network.h: a receive ends a latency after its send began, or later.
TEST(Simulation, NoReceiveEndsBeforeItsMessageCanBeThere) {
  constexpr std::uint32_t kRanks = 6;
  Program program(kRanks);
  for (std::uint32_t step = 0; step < 10; ++step)
    for (std::uint32_t rank = 0; rank < kRanks; ++rank)
      program[rank]
          .compute(10 + 37 * ((rank * 5 + step * 3) % 7))
          .post_receive((rank + kRanks - 1) % kRanks, 400 + 300 * step, step)
          .start_send((rank + 1) % kRanks, 400 + 300 * step, step)
          .compute(25 * rank)
          .wait_all();
  const Simulation made = simulated(program);
  ASSERT_TRUE(made.is_complete());
  for (std::uint32_t rank = 0; rank < kRanks; ++rank)
    for (std::uint32_t step = 0; step < 10; ++step) {
      const std::uint32_t sender = (rank + kRanks - 1) % kRanks;
      const Nanoseconds sent = ends(made, sender)[3 * step + 1];
      EXPECT_GE(ends(made, rank)[3 * step + 2], sent + 100 + 400 + 300 * step);
    }
}

}  // namespace
}  // namespace tarry::simulate
