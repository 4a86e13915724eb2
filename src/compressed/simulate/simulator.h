// SPDX-License-Identifier: BSD-3-Clause
// The state of a simulation while it runs: ranks that go through their calls, schedules of
// collective operations, and what happens next.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "compressed/model/cursor.h"
#include "compressed/model/membership.h"
#include "compressed/model/open_requests.h"
#include "compressed/replay/request_fates.h"
#include "compressed/simulate/call_plan.h"
#include "compressed/simulate/collectives.h"
#include "compressed/simulate/completions.h"
#include "compressed/simulate/event_queue.h"
#include "compressed/simulate/messages.h"
#include "compressed/simulate/schedule.h"
#include "compressed/simulate/simulation.h"

namespace tarry::simulate {

// Thread: one. Trace and options must outlive it.
class Simulator {
 public:
  Simulator(const compressed::Trace& trace, const Options& options);
  Simulation run();

 private:
  struct Rank {
    Rank(const compressed::Trace& trace, std::uint32_t number, const Options& options);

    std::uint32_t number;
    compressed::Cursor cursor;
    compressed::CallTimes times;
    std::unique_ptr<replay::RequestFates> fates;  // nullptr if nobody needs them
    compressed::OpenRequests<std::optional<CompletionId>> requests;
    compressed::CursorCall call;
    std::uint64_t before = 0;
    Nanoseconds begin = 0;   // of the call
    Nanoseconds latest = 0;  // end of its operations so far
    std::uint32_t pending = 0;
    bool is_in_call = false;
  };
  // One member's part in a collective operation that consists of messages.
  struct Part {
    Schedule steps;
    std::size_t at = 0;
    bool is_paid = false;  // the overhead of the next send
    std::uint32_t pending = 0;
    Nanoseconds latest = 0;
    std::vector<CompletionId> begun;
    std::uint32_t world_rank = 0, comm = 0;
    std::uint64_t number = 0;  // of the operation
    CompletionId done = 0;
  };
  struct Meeting {
    WholeRun run;
    std::uint32_t arrived = 0;
    Nanoseconds latest = 0;
    std::vector<CompletionId> waiting;
  };

  void next_call(Rank& rank);
  void carry_out(Rank& rank, Nanoseconds now);
  void finish_call(Rank& rank);
  void give_up(Rank& rank, const std::string& problem);
  // Returns false if the action is impossible.
  bool act(Rank& rank, const compressed::Action& action, Nanoseconds now);
  bool send(Rank& rank, const compressed::Action& action, Nanoseconds now);
  bool receive(Rank& rank, const compressed::Action& action, Nanoseconds now);
  bool collective(Rank& rank, const compressed::Action& action, Nanoseconds now);
  void close(Rank& rank, const compressed::Action& action);
  void meet(Meeting& meeting, Rank& rank, Nanoseconds now);
  void await(Rank& rank, CompletionId completion);
  void keep(Rank& rank, bool is_request, CompletionId completion);
  void start_part(Part part, Nanoseconds now);
  void step(std::uint32_t number, Nanoseconds now);
  void wake();
  void report(Simulation& made) const;
  [[nodiscard]] Stuck stuck_in(const Rank& rank, const std::vector<Purpose>& purposes) const;
  [[nodiscard]] std::string text_of(const Purpose& purpose,
                                    std::vector<std::uint32_t>& partners) const;

  const compressed::Trace& trace_;
  ChangedCalls changes_;
  std::vector<CallPlan> plans_;  // by site
  std::vector<compressed::Memberships> memberships_;
  EventQueue queue_;
  Completions completions_;
  Network network_;
  Messages messages_;
  Collectives collectives_;
  Meeting start_, end_;
  std::vector<Rank> ranks_;
  std::vector<Part> parts_;
  std::vector<std::uint32_t> free_parts_;
  Simulation made_;
};

}  // namespace tarry::simulate
