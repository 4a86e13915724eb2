// SPDX-License-Identifier: BSD-3-Clause
// One-sided communication that is not extrapolated: each reason has a message of its own.
#include <gtest/gtest.h>

#include "compressed/extrapolate/extrapolate.h"
#include "compressed/extrapolate/lossy.h"
#include "compressed/format/parser.h"

namespace tarry::compressed {
namespace {

std::string refused_windows(std::vector<NamedTrace> traces) {
  const base::Result<FormulaTrace> found = fit_formulas(std::move(traces));
  return found.ok() ? "accepted" : found.error().message();
}

// Returns a trace with two windows, of which the second one is on a communicator, and what is done
// with them.
NamedTrace with_windows(std::uint32_t ranks, const std::string& comm, const std::string& calls) {
  const std::string last = std::to_string(ranks - 1);
  base::Result<Trace> trace =
      parse_sound_text("tarry-compressed-trace 2\nranks " + std::to_string(ranks) +
                           "\nprogram p\nframe 0 main\ncomm 0 MPI_COMM_WORLD [0.." + last +
                           "]\ncomm 1 copy [0.." + last +
                           "]\nsite 0 MPI_Win_create 0\nevent 0 kind=make-window size=800 unit=8\n"
                           "site 1 MPI_Win_allocate 0\nevent 1 kind=make-window comm=" +
                           comm + " size=800 unit=8\n" + calls + "end\n",
                       std::to_string(ranks) + ".tct");
  EXPECT_TRUE(trace.ok()) << trace.error().message();
  return {std::to_string(ranks) + ".tct", std::move(*trace)};
}

TEST(OneSidedRefusal, OfWindowsOfSeveralCommunicatorsAtOnePlace) {
  const std::string fences =
      "site 2 MPI_Win_fence 0\nevent 2 loop=(1,2) kind=synchronize window=[0 1]\n";
  EXPECT_EQ(refused_windows({with_windows(4, "0", fences), with_windows(6, "0", fences)}),
            "accepted");
  EXPECT_EQ(
      refused_windows({with_windows(4, "1", fences), with_windows(6, "1", fences)}),
      "windows of several communicators are used at MPI_Win_fence (in main) of the ranks 'all "
      "ranks'");
}

// Returns the text of an access whose displacement is that of `of` for each rank.
std::string puts_at(std::uint32_t ranks, std::uint32_t (*of)(std::uint32_t rank)) {
  std::string at;
  for (std::uint32_t rank = 0; rank < ranks; ++rank)
    at += std::to_string(of(rank)) + "<0 " + std::to_string(rank) + ">";
  return "site 2 MPI_Put 0\nevent 2 kind=access target=1 bytes=8 received=0 at=" + at + "\n";
}

TEST(OneSidedRefusal, OfDisplacementsThatDoNotGrowFromRankToRank) {
  const auto line = [](std::uint32_t rank) { return 2 * rank; };
  const auto square = [](std::uint32_t rank) { return rank * rank; };
  const NamedTrace small = with_windows(11, "0", puts_at(11, line));
  EXPECT_EQ(refused_windows({small, with_windows(13, "0", puts_at(13, line))}), "accepted");
  EXPECT_EQ(refused_windows({small, with_windows(13, "0", puts_at(13, square))}),
            "ranks of a class behave differently: as 13 grid, ranks 1 and 3 are both 'x middle', "
            "but MPI_Put (in main) has at 1 on rank 1 and 9 on rank 3, which is no multiple of "
            "their distance: 13.tct");
}

TEST(OneSidedRefusal, OfLossesOfOneSidedCommunication) {
  const std::string fence = "site 2 MPI_Win_fence 0\nevent 2 kind=synchronize\n";
  const base::Result<LossyFit> found = fit_lossy(
      {with_windows(4, "0", fence), with_windows(6, "0", fence)}, LossyLevel::BetweenTraces);
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().message(),
            "one-sided communication is only extrapolated as a whole: nothing of a trace that has "
            "it can be left out: 4.tct (extrapolate without --lossy)");
}

}  // namespace
}  // namespace tarry::compressed
