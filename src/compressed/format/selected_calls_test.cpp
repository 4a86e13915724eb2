// SPDX-License-Identifier: BSD-3-Clause
// Calls are selected by function and by what they do; errors say what is wrong in the selection.
#include "compressed/format/selected_calls.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "compressed/format/parser.h"

namespace tarry::compressed {
namespace {

// Two ranks: rank 0 sends 8 and 2000 bytes to rank 1, which asks for them from anybody; then both
// reduce to rank 1. In the communicator `swapped`, the ranks are the other way round.
constexpr const char* kTrace = R"(tarry-compressed-trace 1
ranks 2
frame 0 main
comm 0 world [0 1]
comm 1 swapped [1 0]
site 0 MPI_Send 0
event 0 <0 0> loop=(1,2) kind=send peer=1 tag=[3 4] bytes=[8 2000]
site 1 MPI_Irecv 0
event 1 <0 1> loop=(1,2) kind=post-receive posted-peer=any posted-tag=[3 any] bytes=2000
site 2 MPI_Waitall
event 2 <0 1> kind=receive-done actions=2 peer=1 tag=[3 4] bytes=[8 2000] request=[1 0]
site 3 MPI_Reduce
event 3 kind=collective comm=1 op=reduce root=0 bytes=8 received=0
end
)";

std::string selected(const std::vector<std::string>& texts,
                     std::optional<std::uint32_t> rank = std::nullopt) {
  const auto trace = parse_sound_text(kTrace, "f");
  if (!trace.ok()) return trace.error().message();
  std::vector<CallSelection> selections;
  for (const std::string& text : texts) {
    auto selection = parse_call_selection(text);
    if (!selection.ok()) return selection.error().message();
    selections.push_back(*selection);
  }
  std::string lines;
  const auto count = list_selected_calls(*trace, selections, rank,
                                         [&](const std::string& line) { lines += line; });
  if (!count.ok()) return count.error().message();
  EXPECT_EQ(*count, static_cast<std::uint64_t>(std::count(lines.begin(), lines.end(), '\n')));
  return lines;
}

constexpr const char* kSmallSend =
    "rank 0, call 0: MPI_Send send comm=0 peer=1 tag=3 bytes=8 partner=1  # in main\n";
constexpr const char* kLargeSend =
    "rank 0, call 1: MPI_Send send comm=0 peer=1 tag=4 bytes=2000 partner=1  # in main\n";
constexpr const char* kReduceOfRank0 =
    "rank 0, call 2: MPI_Reduce collective op=reduce comm=1 root=0 bytes=8 received=0\n";
constexpr const char* kReduces =
    "rank 0, call 2: MPI_Reduce collective op=reduce comm=1 root=0 bytes=8 received=0\n"
    "rank 1, call 3: MPI_Reduce collective op=reduce comm=1 root=0 bytes=8 received=0\n";

TEST(SelectedCalls, FunctionsArePatterns) {
  EXPECT_EQ(selected({"MPI_Send"}), std::string(kSmallSend) + kLargeSend);
  EXPECT_EQ(selected({"MPI_S?nd MPI_Red*"}, 0),
            std::string(kSmallSend) + kLargeSend + kReduceOfRank0);
  EXPECT_EQ(selected({"MPI_[!SIW]*"}), kReduces);
  EXPECT_EQ(selected({"mpi_send"}), "");
}

TEST(SelectedCalls, ComparisonsAreAboutOneAction) {
  EXPECT_EQ(selected({"MPI_Send bytes>8"}), kLargeSend);
  EXPECT_EQ(selected({"MPI_Send bytes >= 8 tag!=3"}), kLargeSend);
  EXPECT_EQ(selected({"MPI_Send bytes<8"}), "");
  EXPECT_EQ(selected({"MPI_Send bytes<=8"}), kSmallSend);
  EXPECT_EQ(selected({"MPI_Waitall tag=4 bytes>100"}),
            "rank 1, call 2: MPI_Waitall receive-done request=0 comm=0 peer=1 tag=4 bytes=2000 "
            "partner=0\n");
  EXPECT_EQ(selected({"MPI_Waitall tag=3 bytes>100"}), "");
  EXPECT_EQ(selected({"comm=1 root=0"}), kReduces);
  EXPECT_EQ(selected({"op=reduce kind=collective"}), kReduces);
}

TEST(SelectedCalls, PartnersAreRanksOfAllProcesses) {
  EXPECT_EQ(selected({"partner=1 tag=3"}), kSmallSend);
  EXPECT_EQ(selected({"partner=0 bytes=8"}),
            "rank 1, call 2: MPI_Waitall receive-done request=1 comm=0 peer=1 tag=3 bytes=8 "
            "partner=0\n");
  EXPECT_EQ(selected({"MPI_Reduce partner!=7"}), "");
}

TEST(SelectedCalls, WordsFitOnlyThemselves) {
  const std::string second =
      "rank 1, call 1: MPI_Irecv post-receive comm=0 posted-peer=any posted-tag=any bytes=2000  "
      "# in main\n";
  EXPECT_EQ(selected({"MPI_Irecv posted-tag=any"}), second);
  EXPECT_EQ(selected({"MPI_Irecv posted-tag<3"}), "");
}

TEST(SelectedCalls, OneOfSeveralSelectionsIsEnough) {
  EXPECT_EQ(selected({"MPI_Send bytes>8", "MPI_Reduce"}), std::string(kLargeSend) + kReduces);
}

TEST(SelectedCalls, ErrorsSayWhatIsWrong) {
  EXPECT_EQ(selected({" "}),
            "the selection of calls is empty (name functions or compare values, as in 'MPI_*send "
            "bytes>1000')");
  EXPECT_EQ(selected({"MPI_Send length>3"}),
            "calls have no field 'length': MPI_Send length>3 (the fields are partner, kind, peer, "
            "posted-peer, comm, tag, posted-tag, bytes, received, request, op, root, count, "
            "datatype, window, target, at, size, unit, mode, reduction, file, name, extent)");
  EXPECT_EQ(selected({"bytes==3"}),
            "there is no operator '==': bytes==3 (the operators are =, !=, <, <=, > and >=)");
  EXPECT_EQ(selected({"bytes>"}),
            "a value is missing behind 'bytes>': bytes> (values are whole numbers, or the words of "
            "docs/formats/tct.md)");
  EXPECT_EQ(selected({"bytes>1K"}),
            "'1K' is no value of bytes: bytes>1K (values are whole numbers, or the words of "
            "docs/formats/tct.md)");
  EXPECT_EQ(selected({"root<none"}),
            "'none' is neither more nor less than a number: root<none (compare it by = or !=)");
}

}  // namespace
}  // namespace tarry::compressed
