// SPDX-License-Identifier: BSD-3-Clause
// Random programs (loops with varying trips, branches by rank and by iteration, constant and
// varying values) must come out of folding, merging and reading exactly as they went in, call by
// call, and again after a detour through an OTF2 archive.
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "base/temporary_directory.h"
#include "compressed/capture/compress_trace.h"
#include "compressed/expand/write_expanded.h"
#include "compressed/fold/block_merger.h"
#include "compressed/fold/folder.h"
#include "compressed/model/cursor.h"
#include "compressed/model/test_seeds.h"
#include "trace/otf2/archive_reader.h"

namespace tarry::compressed {
namespace {

namespace fs = std::filesystem;
using Random = std::mt19937_64;

// A part of a program: a call, a loop or a branch around further ones.
struct Node {
  enum class Kind { Call, Exchange, Loop, Branch } kind = Kind::Call;
  std::uint32_t number = 0;  // selects the function and place of the call
  std::uint32_t choice = 0;  // selects how values, trips or condition arise
  std::vector<Node> body;
};

std::vector<Node> random_body(Random& random, unsigned depth, std::uint32_t& calls) {
  std::vector<Node> body;
  const std::size_t size = 1 + random() % 4;
  for (std::size_t i = 0; i < size; ++i) {
    Node node;
    node.choice = static_cast<std::uint32_t>(random() % 6);
    const std::uint64_t what = random() % 8;
    if (depth > 0 && what < 3) {
      node.kind = what < 2 ? Node::Kind::Loop : Node::Kind::Branch;
      node.body = random_body(random, depth - 1, calls);
    } else {
      node.kind = what == 7 ? Node::Kind::Exchange : Node::Kind::Call;
      // Several parts of the program reach some of the places.
      node.number =
          random() % 5 == 0 && calls > 0 ? static_cast<std::uint32_t>(random() % calls) : calls++;
    }
    body.push_back(std::move(node));
  }
  return body;
}

// Runs a program as one of its ranks.
class Process {
 public:
  Process(std::uint32_t rank, std::uint32_t ranks, std::uint64_t seed, SiteTable& sites,
          std::function<void(const Call&)> out)
      : rank_(rank), ranks_(ranks), own_(seed ^ rank), sites_(sites), out_(std::move(out)) {}

  void run(const std::vector<Node>& body, std::uint64_t iteration) {
    for (const Node& node : body) {
      if (node.kind == Node::Kind::Call) {
        call(node, iteration);
      } else if (node.kind == Node::Kind::Exchange) {
        exchange(node, iteration);
      } else if (node.kind == Node::Kind::Branch) {
        if (condition(node, iteration)) run(node.body, iteration);
      } else {
        const std::uint64_t trips = trips_of(node, iteration);
        for (std::uint64_t i = 0; i < trips; ++i) run(node.body, i);
      }
    }
  }

 private:
  bool condition(const Node& node, std::uint64_t iteration) {
    switch (node.choice) {
      case 0:
        return rank_ == 0;
      case 1:
        return rank_ + 1 < ranks_;
      case 2:
        return rank_ % 2 == 0;
      case 3:
        return iteration % 3 == 0;
      case 4:
        return own_() % 2 == 0;
      default:
        return iteration < 2;
    }
  }

  std::uint64_t trips_of(const Node& node, std::uint64_t iteration) {
    switch (node.choice) {
      case 0:
        return 4;
      case 1:
        return 2 + rank_ % 3;
      case 2:
        return iteration % 4;
      case 3:
        return own_() % 4;
      default:
        return 3 + node.choice;
    }
  }

  std::int64_t value(const Node& node, std::uint64_t iteration) {
    switch (node.choice) {
      case 0:
        return 8;
      case 1:
        return static_cast<std::int64_t>(8 * iteration);
      case 2:
        return static_cast<std::int64_t>(own_() % 3);
      case 3:
        return rank_;
      default:
        return node.number;
    }
  }

  void emit(const std::string& function, const Node& node, std::vector<Action> actions) {
    Site site{function, {}};
    site.stack.push_back(sites_.frame({"main", "a.c", 1}));
    site.stack.push_back(
        sites_.frame({"part" + std::to_string(node.number % 7), "a.c", node.number + 2}));
    Call call;
    call.site = sites_.site(site);
    call.before_ns = own_() % 1000;
    call.duration_ns = own_() % 100;
    call.actions = std::move(actions);
    out_(call);
  }

  Action message(ActionKind kind, const Node& node, std::uint64_t iteration) {
    Action action;
    action.kind = kind;
    action.comm = node.number % 2;
    const std::uint32_t members = action.comm == 0 ? ranks_ : 1;
    action.peer = (1 + node.choice) % members;
    action.tag = value(node, iteration);
    action.bytes = node.choice == 2 ? static_cast<std::int64_t>(iteration * 4) : 1024;
    if (kind == ActionKind::Receive || kind == ActionKind::PostReceive) {
      action.posted_peer = action.peer;
      action.posted_tag = action.tag;
    }
    if (kind == ActionKind::PostReceive) action.peer = action.tag = 0;
    return action;
  }

  void call(const Node& node, std::uint64_t iteration) {
    switch (node.number % 4) {
      case 0:
        return emit("MPI_Send", node, {message(ActionKind::Send, node, iteration)});
      case 1:
        return emit("MPI_Sendrecv", node,
                    {message(ActionKind::Send, node, iteration),
                     message(ActionKind::Receive, node, iteration)});
      case 2:
        return emit("MPI_Comm_rank", node, {});
      default:
        break;
    }
    Action action;
    action.kind = ActionKind::Collective;
    action.op = static_cast<std::int64_t>(model::CollectiveOp::Bcast);
    action.root = node.choice % ranks_;
    action.bytes = value(node, iteration);
    action.received = value(node, iteration);
    emit("MPI_Bcast", node, {action});
  }

  // Begins some receives and sends; one call completes them in another order.
  void exchange(const Node& node, std::uint64_t iteration) {
    const std::uint64_t pairs = 1 + (node.choice + (node.choice > 3 ? iteration : 0)) % 3;
    std::vector<Action> done;
    for (std::uint64_t i = 0; i < pairs; ++i) {
      const Action post = message(ActionKind::PostReceive, node, iteration);
      emit("MPI_Irecv", node, {post});
      emit("MPI_Isend", node, {message(ActionKind::StartSend, node, iteration)});
      Action receive = post;
      receive.kind = ActionKind::ReceiveDone;
      receive.peer = post.posted_peer;
      receive.tag = post.posted_tag;
      receive.posted_peer = receive.posted_tag = kUnknown;
      receive.request = static_cast<std::int64_t>(2 * (pairs - i) - 1);
      done.push_back(receive);
    }
    // The receives come first, the oldest first, so each leaves the places of those behind it
    // unchanged.
    std::vector<Action> actions = done;
    for (std::uint64_t i = 0; i < pairs; ++i) {
      Action sent;
      sent.kind = ActionKind::SendDone;
      sent.request = static_cast<std::int64_t>(pairs - 1 - i);
      actions.push_back(sent);
    }
    emit("MPI_Waitall", node, actions);
  }

  std::uint32_t rank_;
  std::uint32_t ranks_;
  Random own_;
  SiteTable& sites_;
  std::function<void(const Call&)> out_;
};

// A call without the number of its place.
struct Seen {
  Site site;
  std::vector<Frame> stack;
  std::vector<Action> actions;
  friend bool operator==(const Seen&, const Seen&) = default;
};

Seen seen(const Site& site, const std::vector<Frame>& frames, const std::vector<Action>& actions) {
  Seen out{{site.function, {}}, {}, actions};
  for (const FrameId frame : site.stack) out.stack.push_back(frames[frame.index()]);
  return out;
}

struct Program {
  Trace trace;
  bool in_order = false;  // merging rank by rank gave the same; checked for some seeds
  std::vector<std::vector<Seen>> calls;  // by rank
};

Program random_program(std::uint64_t seed) {
  Random random(seed);
  std::uint32_t calls = 0;
  const std::vector<Node> body = random_body(random, 3, calls);
  const auto ranks = static_cast<std::uint32_t>(1 + random() % 7);
  Program made;
  made.calls.resize(ranks);
  std::vector<Trace> by_rank(ranks);
  std::vector<std::uint32_t> order;
  for (std::uint32_t rank = 0; rank < ranks; ++rank) order.push_back(rank);
  std::shuffle(order.begin(), order.end(), random);
  BlockMerger merger(ranks);
  for (const std::uint32_t rank : order) {
    SiteTable sites;
    Folder folder;
    Process process(rank, ranks, seed, sites, [&](const Call& call) {
      folder.add(call);
      made.calls[rank].push_back(
          seen(sites.sites()[call.site.index()], sites.frames(), call.actions));
    });
    process.run(body, 0);
    Trace trace;
    trace.ranks = ranks;
    trace.events = folder.finish(rank);
    trace.frames = sites.frames();
    trace.sites = sites.sites();
    canonicalise(trace);
    by_rank[rank] = trace;
    merger.add(rank, std::move(trace));
  }
  made.trace = merger.take();
  made.in_order = seed % 10 != 0 || merge_all(std::move(by_rank)) == made.trace;
  made.trace.ranks = ranks;
  Communicator world{"world", {}, {}, false, false};
  for (std::uint32_t rank = 0; rank < ranks; ++rank) world.members.push_back(rank);
  made.trace.communicators = {world, {"self", {}, {}, true, false}};
  return made;
}

// Returns the first call that differs, or an empty text.
std::string difference(const Trace& trace, const std::vector<std::vector<Seen>>& expected) {
  for (std::uint32_t rank = 0; rank < expected.size(); ++rank) {
    const std::string who = "rank " + std::to_string(rank) + ", call ";
    Cursor cursor(trace, rank);
    CursorCall call;
    std::size_t at = 0;
    for (; cursor.next(call); ++at) {
      const Site& site = trace.sites[trace.events[call.event].site.index()];
      if (at == expected[rank].size()) return who + std::to_string(at) + " is too many";
      if (seen(site, trace.frames, call.actions) != expected[rank][at])
        return who + std::to_string(at) + ": " + site.function + " instead of " +
               expected[rank][at].site.function;
    }
    if (!cursor.error().empty()) return who + std::to_string(at) + ": " + cursor.error();
    if (at != expected[rank].size()) return who + std::to_string(at) + " is missing";
  }
  return "";
}

TEST(RoundTrip, RandomProgramsComeOutAsTheyWentIn) {
  for (std::uint64_t seed = 1; seed <= test_seeds(); ++seed) {
    const Program program = random_program(seed);
    ASSERT_EQ(difference(program.trace, program.calls), "") << "seed " << seed;
    ASSERT_TRUE(program.in_order) << "seed " << seed;
  }
}

TEST(RoundTrip, RandomProgramsComeOutOfArchivesAsTheyWentIn) {
  constexpr std::uint64_t kSeeds = 40;
  const base::TemporaryDirectory temporary = *base::TemporaryDirectory::make();
  const fs::path directory = temporary.path() / "expanded";
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const Program program = random_program(seed);
    fs::remove_all(directory);
    const auto written = write_expanded(
        program.trace, recorded_calls(program.trace, TimeChoice::Draw), directory, 2);
    ASSERT_TRUE(written.ok()) << written.error().message();
    const auto archive = trace::otf2::open_archive(directory);
    ASSERT_TRUE(archive.ok()) << archive.error().message();
    CompressOptions options;
    options.threads = 2;
    const auto again = compress_trace(**archive, options);
    ASSERT_TRUE(again.ok()) << again.error().message();
    EXPECT_TRUE(again->notes.empty()) << again->notes.front();
    ASSERT_EQ(difference(*again, program.calls), "") << "seed " << seed;
  }
}

TEST(RoundTrip, ANoticeableChangeIsNoticed) {
  Program program = random_program(3);
  for (std::vector<Seen>& calls : program.calls) {
    if (calls.empty()) continue;
    calls.back().site.function += "x";
    EXPECT_NE(difference(program.trace, program.calls), "");
    return;
  }
  FAIL() << "the program has no calls";
}

}  // namespace
}  // namespace tarry::compressed
