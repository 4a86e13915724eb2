// SPDX-License-Identifier: BSD-3-Clause
// What stands for windows and files in coNCePTuaL. tests/cli/generate_test.py checks the grammar.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "compressed/emit/generate.h"
#include "compressed/format/parser.h"

namespace tarry::emit {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string conceptual_of(const compressed::Trace& trace) {
  const auto made = generate(trace, {Language::Conceptual, Computation::None, true});
  EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().message());
  if (!made.ok()) return "";
  EXPECT_THAT(made->warnings, IsEmpty());
  return made->text;
}

// Returns the text behind the first phase.
std::string statements_of(const compressed::Trace& trace) {
  const std::string text = conceptual_of(trace);
  const std::size_t at = text.find("# Phase 1");
  return at == std::string::npos ? text : text.substr(text.find('\n', at) + 1);
}

// Returns a trace with a window and some calls, whose sites and events have numbers from 2 on.
compressed::Trace with_calls(std::uint32_t ranks, const std::string& calls) {
  std::size_t sites = 2;
  for (std::size_t at = 0; (at = calls.find("site ", at)) != std::string::npos; ++at) ++sites;
  const std::string last = std::to_string(sites);
  auto trace = compressed::parse_sound_text(
      "tarry-compressed-trace 3\nranks " + std::to_string(ranks) +
          "\nframe 0 main\ncomm 0 MPI_COMM_WORLD [0.." + std::to_string(ranks - 1) +
          "]\nsite 0 MPI_Init 0\nevent 0\n"
          "site 1 MPI_Win_create 0\nevent 1 kind=make-window size=800 unit=8\n" +
          calls + "site " + last + " MPI_Win_free 0\nevent " + last +
          " x=1 kind=free-window\nend\n",
      "test");
  EXPECT_TRUE(trace.ok()) << (trace.ok() ? "" : trace.error().message());
  return trace.ok() ? std::move(*trace) : compressed::Trace{};
}

TEST(ConceptualRemote, AccessesAreMessagesAndFencesSynchronize) {
  EXPECT_EQ(statements_of(with_calls(
                4,
                "site 2 MPI_Win_fence 0\nevent 2 kind=synchronize mode=8\n"
                "site 3 MPI_Put 0\nevent 3 kind=access target=1 at=0 bytes=80 received=0\n"
                "site 4 MPI_Get 0\nevent 4 kind=access target=1 at=0 bytes=0 received=40\n"
                "site 5 MPI_Win_fence 0\nevent 5 kind=synchronize mode=16\n")),
            R"(ALL TASKS SYNCHRONIZE.

ALL TASKS AWAIT COMPLETION.

ALL TASKS SYNCHRONIZE.

ALL TASKS t ASYNCHRONOUSLY SEND A 80 BYTE MESSAGE TO TASK (t + 1) MOD num_tasks.

ALL TASKS t ASYNCHRONOUSLY SEND A 40 BYTE MESSAGE TO TASK (t + num_tasks - 1) MOD num_tasks.

ALL TASKS AWAIT COMPLETION.

ALL TASKS SYNCHRONIZE.

ALL TASKS AWAIT COMPLETION.

ALL TASKS SYNCHRONIZE.
)");
}

TEST(ConceptualRemote, SaysWhatStandsForWhat) {
  EXPECT_THAT(conceptual_of(with_calls(2, "")),
              HasSubstr("# Instead of accessing windows, tasks send messages of as many bytes"));
  EXPECT_THAT(conceptual_of(with_calls(2, "")), Not(HasSubstr("files")));
}

// Each rank but the last one fetches from the next; the first rank is the only one that nobody
// fetches from.
TEST(ConceptualRemote, TargetsSendWhatIsFetchedFromThem) {
  EXPECT_THAT(statements_of(with_calls(4,
                                       "site 2 MPI_Get 0\nevent 2 <1 0 3 1> kind=access target=1 "
                                       "at=0 bytes=0 received=40\n")),
              HasSubstr("TASKS t SUCH THAT t > 0 ASYNCHRONOUSLY SEND A 40 BYTE MESSAGE TO TASK "
                        "t - 1.\n"));
}

TEST(ConceptualRemote, TargetsThatChangeHaveAStatementForEachTask) {
  EXPECT_THAT(statements_of(with_calls(4,
                                       "site 2 MPI_Get 0\nevent 2 <0 0> loop=(1,3) kind=access "
                                       "target=[1 2 3] at=0 bytes=0 received=40\n")),
              HasSubstr("FOR EACH i IN {0, ..., 2} {\n  TASKS t SUCH THAT t = i + 1 ASYNCHRONOUSLY "
                        "SEND A 40 BYTE MESSAGE TO TASK 0\n}"));
}

TEST(ConceptualRemote, PostsAreEmptyMessagesAndLocksAreNothing) {
  const std::string text = statements_of(
      with_calls(4,
                 "site 2 MPI_Win_post 0\nevent 2 <0 0> kind=synchronize target=1\n"
                 "site 3 MPI_Win_lock 0\nevent 3 <0 1> kind=synchronize target=1\n"
                 "site 4 MPI_Fetch_and_op 0\nevent 4 <0 1> kind=access target=1 at=0 bytes=8 "
                 "received=8\n"
                 "site 5 MPI_Win_unlock 0\nevent 5 <0 1> kind=synchronize target=1\n"));
  EXPECT_THAT(text, HasSubstr(R"(
TASK 0 ASYNCHRONOUSLY SEND A 0 BYTE MESSAGE TO TASK 1.

TASK 1 ASYNCHRONOUSLY SEND A 8 BYTE MESSAGE TO TASK 2.

TASK 2 ASYNCHRONOUSLY SEND A 8 BYTE MESSAGE TO TASK 1.

TASK 1 AWAIT COMPLETION.
)"));
}

TEST(ConceptualRemote, NothingIsSentToNobody) {
  EXPECT_THAT(statements_of(with_calls(4,
                                       "site 2 MPI_Put 0\nevent 2 kind=access target=none at=0 "
                                       "bytes=80 received=0\n")),
              Not(HasSubstr("SEND")));
}

// The messages of a program have tags. Those in place of accesses have one of their own, so that
// they are not taken for others.
TEST(ConceptualRemote, MessagesHaveATagOfTheirOwn) {
  const std::string text = statements_of(
      with_calls(4,
                 "site 2 MPI_Sendrecv 0\nevent 2 actions=2 kind=[send receive] peer=[1 3] "
                 "posted-peer=3 tag=7 posted-tag=7 bytes=8\n"
                 "site 3 MPI_Rput 0\nevent 3 kind=start-access target=1 at=0 bytes=80 received=0\n"
                 "site 4 MPI_Wait 0\nevent 4 kind=access-done request=0\n"));
  EXPECT_THAT(text, HasSubstr("SEND A 80 BYTE MESSAGE USING TAG 8 TO TASK (t + 1) MOD"));
  EXPECT_THAT(text, HasSubstr("BYTE MESSAGE USING TAG 7"));
}

TEST(ConceptualRemote, CallsOnFilesAreSleeps) {
  const auto trace = with_calls(4,
                                "site 2 MPI_File_open 0\nevent 2 kind=open-file size=0 mode=6 "
                                "name=0\nafter 1 0*4 5000000*4\n"
                                "site 3 MPI_File_close 0\nevent 3 kind=close-file\n");
  EXPECT_THAT(conceptual_of(trace), Not(HasSubstr("SLEEP")));
  const auto made = generate(trace, {Language::Conceptual, Computation::Loop, true});
  ASSERT_TRUE(made.ok()) << made.error().message();
  EXPECT_THAT(made->text, HasSubstr("ALL TASKS SLEEP FOR 5000 MICROSECONDS.\n"));
  EXPECT_THAT(made->text, HasSubstr("# Instead of working on files, tasks sleep as long"));
}

}  // namespace
}  // namespace tarry::emit
