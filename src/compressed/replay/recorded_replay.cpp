// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/recorded_replay.h"

#include <optional>

#include "compressed/model/cursor.h"
#include "compressed/model/open_requests.h"
#include "compressed/replay/file_replay.h"
#include "compressed/replay/request_fates.h"
#include "compressed/replay/window_replay.h"

namespace tarry::replay {
namespace {

using compressed::Action;
using compressed::ActionKind;

class RecordedReplay {
 public:
  explicit RecordedReplay(const Stage& stage)
      : stage_(stage),
        perform_(stage),
        windows_(stage, perform_, accesses_),
        files_(stage, perform_, accesses_),
        cursor_(stage.trace, stage.rank),
        fates_(stage.trace, stage.rank, stage.settings.seed),
        sends_left_(stage.agreed.sends),
        receives_left_(stage.agreed.receives) {
    cursor_.set_seed(stage.settings.seed);
  }

  base::Result<Performance> run() {
    compressed::CursorCall call;
    while (cursor_.next(call)) make(call);
    for (compressed::OpenRequests<Request>* const list : {&open_, &accesses_})
      for (Request& request : list->left())
        if (request) in_background_.push_back(std::move(request));
    perform_.finish([this] { stage_.mpi.wait(in_background_); });
    Performance done;
    done.replayed = perform_.take_counts();
    return done;
  }

 private:
  void make(const compressed::CursorCall& call) {
    const compressed::SiteId site = stage_.trace.events[call.event].site;
    const Function& function = perform_.function(site);
    perform_.begin(call, perform_.draw(call));
    CallCounts counts;
    bool made = false;
    if (!call.actions.empty() && compressed::needs_function(call.actions.front().kind)) {
      const bool is_on_file = compressed::is_on_file(call.actions.front().kind);
      made = is_on_file ? files_.call(function, call.actions, counts)
                        : windows_.call(function, call.actions, counts);
    } else if (!replay::is_replayed(function.role)) {
    } else if (!call.actions.empty()) {
      made = act(call.actions, function.mode, counts);
    } else if (function.role == CallRole::Polls) {
      stage_.mpi.poll();
      made = true;
    } else {
      made = function.role == CallRole::Communicates;  // true for a wait without requests
    }
    perform_.end(site, counts, made);
  }

  // A call with one blocking operation performs it as such, and so does MPI_Sendrecv. Another call
  // with several starts all of them and then waits.
  bool act(const std::vector<Action>& actions, SendMode mode, CallCounts& counts) {
    if (is_exchange(actions)) return exchange(actions[0], actions[1], counts);
    const bool alone = actions.size() == 1;
    bool made = false;
    for (const Action& action : actions) made |= act(action, alone, mode, counts);
    if (!ending_.empty()) {
      for (const std::uint64_t bytes : stage_.mpi.wait(ending_)) counts.received += bytes;
      ending_.clear();
    }
    return made;
  }

  bool act(const Action& action, bool alone, SendMode mode, CallCounts& counts) {
    if (action.kind == ActionKind::AccessDone) {
      std::optional<Request> request = accesses_.close_at(action.request);
      if (request && *request) ending_.push_back(std::move(*request));
      return true;
    }
    if (is_between_groups(action)) return leave_out(action);
    switch (action.kind) {
      case ActionKind::Send:
        return send(action, alone, mode, counts);
      case ActionKind::StartSend:
        return open_send(action, mode, counts);
      case ActionKind::Receive:
        return receive(action, alone, counts);
      case ActionKind::PostReceive:
        return open_receive(action);
      case ActionKind::Collective:
        perform_.collective(action, counts);
        return true;
      case ActionKind::StartCollective:
        fates_.next();
        open_.open(perform_.start_collective(action, counts));
        return true;
      case ActionKind::SendDone:
      case ActionKind::ReceiveDone:
      case ActionKind::CollectiveDone:
      default:
        break;
    }
    // The survey has made sure that it is open.
    if (std::optional<Request> request = open_.close_at(action.request); request && *request)
      ending_.push_back(std::move(*request));
    return true;
  }

  [[nodiscard]] bool is_between_groups(const Action& action) const {
    return !compressed::closes_request(action.kind) && perform_.members(action.comm).is_inter;
  }

  bool leave_out(const Action& action) {
    if (compressed::opens_request(action.kind)) {
      fates_.next();
      open_.open(nullptr);
    }
    return false;
  }

  bool send(const Action& action, bool alone, SendMode mode, CallCounts& counts) {
    if (!is_replayed(action, action.peer, action.tag, sends_left_)) return false;
    const std::uint64_t bytes = perform_.scaled(action.bytes);
    counts.sent += bytes;
    if (alone && mode != SendMode::Buffered) {
      stage_.mpi.send(mode == SendMode::Synchronous, perform_.comm(action.comm), peer(action),
                      action.tag, bytes);
      return true;
    }
    if (mode == SendMode::Buffered) clear_background();
    start_send(action, mode, bytes, mode == SendMode::Buffered ? in_background_ : ending_);
    return true;
  }

  bool open_send(const Action& action, SendMode mode, CallCounts& counts) {
    const RequestFate::End end = fates_.next().end;
    if (end == RequestFate::End::Cancelled ||
        !is_replayed(action, action.peer, action.tag, sends_left_)) {
      open_.open(nullptr);
      return false;
    }
    const std::uint64_t bytes = perform_.scaled(action.bytes);
    counts.sent += bytes;
    std::vector<Request> started;
    start_send(action, mode, bytes, started);
    // A buffered send completes at once for its caller. The completion of a request that never ends
    // is asked for by nobody.
    if (mode == SendMode::Buffered || end == RequestFate::End::Never) {
      clear_background();
      in_background_.push_back(std::move(started.front()));
      open_.open(nullptr);
    } else {
      open_.open(std::move(started.front()));
    }
    return true;
  }

  void start_send(const Action& action, SendMode mode, std::uint64_t bytes,
                  std::vector<Request>& to) {
    to.push_back(stage_.mpi.start_send(mode == SendMode::Synchronous, perform_.comm(action.comm),
                                       peer(action), action.tag, bytes));
  }

  void clear_background() {
    constexpr std::size_t kSome = 64;
    if (in_background_.size() % kSome != kSome - 1) return;
    std::uint64_t ignored = 0;
    std::erase_if(in_background_, [&](Request& each) { return stage_.mpi.test(each, ignored); });
  }

  [[nodiscard]] bool is_exchange(const std::vector<Action>& actions) const {
    return actions.size() == 2 && actions[0].kind == ActionKind::Send &&
           actions[1].kind == ActionKind::Receive && actions[0].comm == actions[1].comm &&
           !is_between_groups(actions[0]);
  }

  bool exchange(const Action& sent, const Action& received, CallCounts& counts) {
    const bool sends = is_replayed(sent, sent.peer, sent.tag, sends_left_);
    const bool receives = is_replayed(received, received.peer, received.tag, receives_left_);
    const CommNumber comm = perform_.comm(sent.comm);
    const std::uint64_t bytes = perform_.scaled(sent.bytes);
    if (sends) counts.sent += bytes;
    if (sends && receives)
      counts.received +=
          stage_.mpi.send_receive(comm, peer(sent), sent.tag, bytes, peer(received), received.tag);
    else if (sends)
      stage_.mpi.send(false, comm, peer(sent), sent.tag, bytes);
    else if (receives)
      counts.received += stage_.mpi.receive(comm, peer(received), received.tag);
    return sends || receives;
  }

  bool receive(const Action& action, bool alone, CallCounts& counts) {
    if (!is_replayed(action, action.peer, action.tag, receives_left_)) return false;
    if (alone)
      counts.received += stage_.mpi.receive(perform_.comm(action.comm), peer(action), action.tag);
    else
      ending_.push_back(
          stage_.mpi.start_receive(perform_.comm(action.comm), peer(action), action.tag));
    return true;
  }

  bool open_receive(const Action& action) {
    const RequestFate fate = fates_.next();
    if (fate.end != RequestFate::End::Completed ||
        !is_replayed(action, fate.peer, fate.tag, receives_left_)) {
      open_.open(nullptr);
      return false;
    }
    const std::uint32_t from = perform_.members(action.comm).place.absolute(fate.peer);
    open_.open(stage_.mpi.start_receive(perform_.comm(action.comm), from, fate.tag));
    return true;
  }

  [[nodiscard]] std::uint32_t peer(const Action& action) const {
    return perform_.members(action.comm).place.absolute(action.peer);
  }

  // On a channel whose ends disagree, only as many messages are replayed as both have recorded.
  bool is_replayed(const Action& action, std::int64_t relative, std::int64_t tag,
                   std::map<Channel, std::uint64_t>& left) {
    if (left.empty()) return true;
    const compressed::Membership& comm = perform_.members(action.comm);
    const auto found = left.find({comm.world_rank(relative).value(), comm.communicator, tag});
    if (found == left.end()) return true;
    if (found->second == 0) return false;
    --found->second;
    return true;
  }

  const Stage& stage_;
  Performer perform_;
  compressed::OpenRequests<Request> accesses_;  // to windows and files
  WindowReplay windows_;
  FileReplay files_;
  compressed::Cursor cursor_;
  RequestFates fates_;
  std::map<Channel, std::uint64_t> sends_left_, receives_left_;
  compressed::OpenRequests<Request> open_;
  std::vector<Request> ending_;         // requests that the current call ends
  std::vector<Request> in_background_;  // requests that the end of the replay ends
};

}  // namespace

base::Result<Performance> replay_recorded(const Stage& stage) {
  return RecordedReplay(stage).run();
}

}  // namespace tarry::replay
