// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/survey.h"

#include <algorithm>
#include <climits>
#include <string_view>

#include "compressed/model/cursor.h"
#include "compressed/model/draw.h"
#include "compressed/model/open_requests.h"
#include "compressed/replay/access_bytes.h"
#include "compressed/replay/call_role.h"
#include "compressed/replay/datatypes.h"
#include "compressed/replay/file_survey.h"
#include "compressed/replay/open_windows.h"
#include "compressed/replay/request_fates.h"
#include "compressed/replay/time_draw.h"

namespace tarry::replay {
namespace {

using base::Error;
using base::ErrorCode;
using compressed::Action;
using compressed::ActionKind;
using compressed::Parameter;

std::uint64_t hashed(std::uint64_t hash, std::uint64_t value) {
  return compressed::random_bits({hash, 0, 0, 0, value});
}

std::uint64_t unsigned_of(std::int64_t value) { return static_cast<std::uint64_t>(value); }

// Returns an upper limit for the buffer sizes, sending and receiving, of one call of this process.
Totals room_of(const CollectiveShape& shape, const Seat& seat, const Totals& totals) {
  using model::CollectiveOp;
  const std::uint64_t all = shape.block * seat.members;
  switch (shape.op) {
    case CollectiveOp::Gather:
      return {shape.block, seat.rank == seat.root ? all : 0};
    case CollectiveOp::Scatter:
      return {seat.rank == seat.root ? all : 0, shape.block};
    case CollectiveOp::Allgather:
      return {shape.block, all};
    case CollectiveOp::Alltoall:
    case CollectiveOp::ReduceScatterBlock:
      return {all, all};
    case CollectiveOp::Allgatherv: {
      const std::uint64_t own = totals.sent / std::max(1u, seat.members - 1);
      return {own, totals.received + own};
    }
    case CollectiveOp::ReduceScatter: {
      const std::uint64_t most = totals.sent + totals.received / std::max(1u, seat.members - 1);
      return {most, most};
    }
    default:
      return has_counts(shape.op) ? totals : Totals{shape.block, shape.block};
  }
}

// Returns whether there is an action on a window or file, whose function says what it does.
bool have_needy_one(const std::vector<Action>& actions) {
  return std::any_of(actions.begin(), actions.end(),
                     [](const Action& each) { return compressed::needs_function(each.kind); });
}

// Returns false for a call on a window or file with several actions, unless these are the members
// of the group of an epoch. No recording makes such a call, but an edited trace may have it.
bool are_one_call(const std::vector<Action>& actions, std::string_view function) {
  if (!have_needy_one(actions)) return true;
  const Action& first = actions.front();
  return (function == "MPI_Win_start" || function == "MPI_Win_post") &&
         std::all_of(actions.begin(), actions.end(), [&](const Action& each) {
           return each.kind == ActionKind::Synchronize && each.window == first.window &&
                  each.mode == first.mode;
         });
}

class Surveyor {
 public:
  Surveyor(const compressed::Trace& trace, std::uint32_t rank, const compressed::Memberships& comms,
           const Settings& settings)
      : trace_(trace),
        comms_(comms),
        settings_(settings),
        probabilistic_(is_probabilistic(trace)),
        cursor_(trace, rank),
        fates_(trace, rank, settings.seed),
        times_(trace, rank, settings.seed, Times::Average),
        elements_(trace.datatypes),
        windows_(comms),
        files_(comms) {
    cursor_.set_seed(settings.seed);
    found_.recorded.resize(trace.sites.size());
    found_.collectives.resize(comms.size());
    found_.uses.resize(comms.size());
    found_.windows.resize(comms.size());
    for (const compressed::Site& site : trace.sites) roles_.push_back(call_role(site.function));
    for (const compressed::Event& event : trace.events)
      sizes_are_drawn_.push_back(drawn_sizes(event, rank) != nullptr);
  }

  base::Result<Survey> run() {
    compressed::CursorCall call;
    while (cursor_.next(call)) TRY(look_at(call));
    if (!cursor_.error().empty()) return bad(cursor_.error());
    for (CollectiveSurvey& each : found_.collectives)
      for (compressed::Sequence* sequence : {&each.sent, &each.received, &each.blocks})
        sequence->seal();
    constexpr std::uint64_t kMost = INT_MAX;
    if (std::max({found_.message_room, found_.send_room, found_.receive_room}) > kMost)
      return Error{ErrorCode::Unsupported, "a call of the trace moves more than 2 GiB", "", ""};
    return std::move(found_);
  }

 private:
  static Error bad(const std::string& what) {
    return {ErrorCode::BadInput, "the trace contradicts itself", what, ""};
  }

  base::Status look_at(const compressed::CursorCall& call) {
    const compressed::SiteId site = trace_.events[call.event].site;
    const CallRole role = roles_[site.index()];
    const TimeDraw::Drawn time = times_.next(call.event, call.predecessor);
    CallCounts& counts = found_.recorded[site.index()];
    ++counts.calls;
    counts.time_ns += time.mean_duration;
    found_.recorded_ns += time.mean_before + (role == CallRole::Ends ? 0 : time.mean_duration);
    if (role == CallRole::Starts) found_.recorded_ns = 0;
    const std::string& function = trace_.sites[site.index()].function;
    if (role == CallRole::Unsupported) found_.unsupported.insert(function);
    if ((role == CallRole::OneSided || role == CallRole::OnFile) && call.actions.empty())
      found_.unsupported.insert(function + " (the trace does not say what it does)");
    if (!is_replayed(role) && role != CallRole::Unsupported) {
      if (!have_needy_one(call.actions)) return base::kOk;
      return bad(function + " does what only other functions do with a window or file");
    }
    event_ = call.event;
    if (call.actions.size() > 1 && !are_one_call(call.actions, function))
      return bad(function + ", a call on a window or file, does something else as well");
    for (const Action& action : call.actions) {
      if (compressed::is_on_file(action.kind)) {
        TRY(on_file(action, function, counts));
        continue;
      }
      if (compressed::is_one_sided(action.kind)) {
        TRY(one_sided(action, {function, role}, counts));
        continue;
      }
      if (role == CallRole::Unsupported) continue;
      if (action.bytes < 0 || action.received < 0) return bad("a negative number of bytes");
      TRY(look_at(action, counts));
    }
    return base::kOk;
  }

  base::Status look_at(const Action& action, CallCounts& counts) {
    const std::uint64_t bytes = unsigned_of(action.bytes);
    switch (action.kind) {
      case ActionKind::StartSend:
        open_.open(action);
        sent(bytes, counts);
        return probabilistic_ || fates_.next().end != RequestFate::End::Cancelled
                   ? message(action, found_.sends)
                   : base::Status();
      case ActionKind::Send:
        sent(bytes, counts);
        return message(action, found_.sends);
      case ActionKind::PostReceive:
        open_.open(action);
        if (!probabilistic_) fates_.next();
        return base::kOk;
      case ActionKind::Receive:
        received(bytes, counts);
        return message(action, found_.receives);
      case ActionKind::StartCollective:
        open_.open(action);
        if (!probabilistic_) fates_.next();
        return operation(action, counts);
      case ActionKind::Collective:
        return operation(action, counts);
      default:
        return completion(action, counts);
    }
  }

  void sent(std::uint64_t bytes, CallCounts& counts) {
    if (sizes_are_drawn_[event_])
      ++found_.drawn[event_].sent;
    else
      counts.sent += bytes;
  }

  void received(std::uint64_t bytes, CallCounts& counts) {
    if (sizes_are_drawn_[event_])
      ++found_.drawn[event_].received;
    else
      counts.received += bytes;
  }

  base::Status on_file(const Action& action, const std::string& function, CallCounts& counts) {
    if (probabilistic_)
      found_.unsupported.insert("operations on files in a trace whose peers are drawn");
    if (action.kind == ActionKind::StartTransfer) open_accesses_.open(true);
    return files_.look_at(action, function, found_, counts);
  }

  struct Caller {
    const std::string& function;
    CallRole role;
  };

  base::Status one_sided(const Action& action, const Caller& caller, CallCounts& counts) {
    if (action.kind == ActionKind::MakeWindow) return make_window(action, caller);
    if (action.kind == ActionKind::AccessDone) {
      if (open_accesses_.close_at(action.request)) return base::kOk;
      return bad("an access to a window or file is completed that is not open");
    }
    const OpenWindow* const window = windows_.at(action.window);
    if (window == nullptr) return bad("a call on a window that the process does not have");
    if (action.kind == ActionKind::StartAccess) open_accesses_.open(true);
    if (window->is_made) TRY(on_window(action, caller, *window, counts));
    if (action.kind == ActionKind::FreeWindow) windows_.close(action.window);
    return base::kOk;
  }

  base::Status make_window(const Action& action, const Caller& caller) {
    TRY_ASSIGN(const compressed::Membership* const comm, communicator(action));
    const OpenWindow& window = windows_.open(action, caller.role);
    if (probabilistic_)
      found_.unsupported.insert("one-sided communication in a trace whose peers are drawn");
    if (window.is_made) {
      const auto number = static_cast<std::size_t>(action.comm);
      found_.windows[number].push_back({action.size, action.unit});
      found_.collectives[number].add_call(caller.function);
    } else if (comm != nullptr && caller.role == CallRole::OneSided) {
      found_.unsupported.insert(caller.function +
                                " (the trace does not say how large the window is)");
    }
    return base::kOk;
  }

  base::Status on_window(const Action& action, const Caller& caller, const OpenWindow& window,
                         CallCounts& counts) {
    const compressed::Membership& comm = comms_[static_cast<std::size_t>(window.comm)];
    if (action.target >= 0 && !comm.world_rank(action.target))
      return bad("a target that the window does not have");
    const bool is_fence = caller.function == "MPI_Win_fence";
    if (is_fence || action.kind == ActionKind::FreeWindow)
      found_.collectives[static_cast<std::size_t>(window.comm)].add_call(caller.function);
    if (action.kind != ActionKind::Access && action.kind != ActionKind::StartAccess)
      return base::kOk;
    if (action.bytes < 0 || action.received < 0) return bad("a negative number of bytes");
    if (action.at < 0 || action.target == compressed::kAllTargets) {
      found_.unsupported.insert(caller.function + " (the trace does not say where)");
      return base::kOk;
    }
    found_.has_accesses = true;
    counts.sent += unsigned_of(action.bytes);
    counts.received += unsigned_of(action.received);
    const std::uint64_t most = unsigned_of(access_bytes(caller.function, action));
    found_.send_room = std::max(found_.send_room, most);
    found_.receive_room = std::max(found_.receive_room, most);
    return base::kOk;
  }

  base::Status completion(const Action& action, CallCounts& counts) {
    const std::optional<Action> opened = open_.close_at(action.request);
    if (!opened) return bad("a request is completed that is not open");
    const ActionKind expected = action.kind == ActionKind::SendDone      ? ActionKind::StartSend
                                : action.kind == ActionKind::ReceiveDone ? ActionKind::PostReceive
                                : action.kind == ActionKind::CollectiveDone
                                    ? ActionKind::StartCollective
                                    : opened->kind;
    if (opened->kind != expected) return bad("a request is completed as another kind of operation");
    if (action.kind != ActionKind::ReceiveDone) return base::kOk;
    if (action.comm != opened->comm && !probabilistic_)
      return bad("a receive is completed on another communicator");
    received(unsigned_of(action.bytes), counts);
    return message(action, found_.receives);
  }

  // Returns nullptr if the replay cannot use the communicator.
  base::Result<const compressed::Membership*> communicator(const Action& action) {
    const compressed::Membership* const comm = compressed::find(comms_, action.comm);
    if (comm == nullptr) return bad("a call on a communicator that the process is not in");
    if (comm->is_inter) {
      found_.unsupported.insert("communication between groups (intercommunicators)");
      return nullptr;
    }
    found_.uses[static_cast<std::size_t>(action.comm)] = true;
    return comm;
  }

  base::Status message(const Action& action, std::map<Channel, std::uint64_t>& messages) {
    TRY_ASSIGN(const compressed::Membership* const comm, communicator(action));
    if (comm == nullptr) return base::kOk;
    if (action.tag < 0) return bad("a message with a negative tag");
    const std::optional<std::uint32_t> peer = comm->world_rank(action.peer);
    if (!peer) return bad("a message to or from a process that the communicator does not have");
    found_.message_room = std::max(found_.message_room,
                                   scaled_bytes(unsigned_of(action.bytes), settings_.bytes_factor));
    if (probabilistic_) {
      // Only the receivers matter here, and there is only one tag.
      if (&messages == &found_.sends) ++messages[{*peer, 0, 0}];
      return base::kOk;
    }
    found_.largest_tag = std::max(found_.largest_tag, action.tag);
    ++messages[{*peer, comm->communicator, action.tag}];
    return base::kOk;
  }

  base::Status operation(const Action& action, CallCounts& counts) {
    TRY_ASSIGN(const compressed::Membership* const comm, communicator(action));
    if (comm == nullptr) return base::kOk;
    if (!model::is_collective_op(action.op)) return bad("an unknown collective operation");
    const auto op = static_cast<model::CollectiveOp>(action.op);
    if (has_root(op) && (action.root < 0 || action.root >= comm->place.peers))
      return bad("a root outside of its communicator");
    const Seat seat{comm->place.peers, comm->place.rank,
                    has_root(op) ? static_cast<std::uint32_t>(action.root) : 0};
    const Totals totals{unsigned_of(action.bytes), unsigned_of(action.received)};
    counts.sent += totals.sent;
    counts.received += totals.received;
    CollectiveShape shape;
    shape.op = op;
    CollectiveSurvey& all = found_.collectives[static_cast<std::size_t>(action.comm)];
    ++all.calls;
    all.operations = hashed(hashed(all.operations, unsigned_of(action.op)), seat.root);
    if (has_counts(op)) {
      all.sent.append(action.bytes);
      all.received.append(action.received);
    } else {
      shape = equal_blocks(op, seat, totals, elements_.bytes(action));
      all.blocks.append(static_cast<std::int64_t>(shape.block));
      all.lengths = hashed(all.lengths, shape.block);
    }
    const Totals room = room_of(shape, seat, totals);
    // Rounding may add a byte to every block.
    const std::uint64_t more = settings_.bytes_factor == 1 ? 0 : seat.members;
    found_.send_room =
        std::max(found_.send_room, scaled_bytes(room.sent, settings_.bytes_factor) + more);
    found_.receive_room =
        std::max(found_.receive_room, scaled_bytes(room.received, settings_.bytes_factor) + more);
    return base::kOk;
  }

  const compressed::Trace& trace_;
  const compressed::Memberships& comms_;
  const Settings& settings_;
  const bool probabilistic_;
  compressed::Cursor cursor_;
  RequestFates fates_;
  TimeDraw times_;
  std::vector<CallRole> roles_;        // by site
  std::vector<bool> sizes_are_drawn_;  // by event
  std::uint32_t event_ = 0;            // event of the current call
  compressed::OpenRequests<Action> open_;
  compressed::OpenRequests<bool> open_accesses_;
  ElementSizes elements_;
  OpenWindows windows_;
  FileSurvey files_;
  Survey found_;
};

}  // namespace

void CollectiveSurvey::add_call(std::string_view function) {
  ++calls;
  for (const char letter : function)
    operations = hashed(operations, static_cast<unsigned char>(letter));
}

bool is_probabilistic(const compressed::Trace& trace) {
  return std::any_of(trace.events.begin(), trace.events.end(), [](const compressed::Event& event) {
    return event.of(Parameter::Peer).has_histograms() ||
           event.of(Parameter::PostedPeer).has_histograms() ||
           event.of(Parameter::Tag).has_histograms() ||
           event.of(Parameter::PostedTag).has_histograms();
  });
}

base::Result<Survey> survey(const compressed::Trace& trace, std::uint32_t rank,
                            const compressed::Memberships& comms, const Settings& settings) {
  return Surveyor(trace, rank, comms, settings).run();
}

}  // namespace tarry::replay
