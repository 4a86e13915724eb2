// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/send_driven_replay.h"

#include <algorithm>
#include <optional>
#include <thread>

#include "compressed/model/open_requests.h"
#include "compressed/replay/sender_outlook.h"

namespace tarry::replay {
namespace {

using compressed::Action;
using compressed::ActionKind;

// Our own messages between two processes arrive in order, so they need no different tags.
constexpr std::int64_t kTag = 0;

struct Sender {
  std::uint32_t rank;
  SenderOutlook outlook;
};

struct Expected {
  Request request;
  ExpectedMessage message;
};

class SendDrivenReplay {
 public:
  SendDrivenReplay(const Stage& stage, const Destinations& own)
      : stage_(stage), own_(own), perform_(stage), cursor_(stage.trace, stage.rank) {
    cursor_.set_seed(stage.settings.seed);
    for (const auto& [rank, destinations] : *stage.senders)
      senders_.push_back(
          {rank, SenderOutlook(stage.trace, rank, destinations, stage.rank, stage.settings)});
  }

  base::Result<Performance> run() {
    compressed::CursorCall call;
    while (cursor_.next(call)) make(call);
    perform_.finish([this] { receive_the_rest(); });
    done_.replayed = perform_.take_counts();
    return std::move(done_);
  }

 private:
  void make(const compressed::CursorCall& call) {
    const compressed::SiteId site = stage_.trace.events[call.event].site;
    const Function& function = perform_.function(site);
    const TimeDraw::Drawn drawn = perform_.draw(call);
    now_ns_ += drawn.before;
    post_receives(now_ns_);  // before the computation, which hides the cost
    perform_.begin(call, drawn);
    CallCounts counts;
    bool made = false;
    if (is_replayed(function.role)) {
      made = call.actions.empty() &&
             (function.role == CallRole::Communicates || function.role == CallRole::Polls);
      for (const Action& action : call.actions) made |= act(action, function.mode, counts);
      if (made) complete(waits_for_messages(call.actions) ? drawn.duration : 0);
    }
    perform_.end(site, counts, made);
    now_ns_ = function.role == CallRole::Starts ? 0 : now_ns_ + drawn.duration;
  }

  // Collective operations wait by themselves.
  static bool waits_for_messages(const std::vector<Action>& actions) {
    return std::any_of(actions.begin(), actions.end(), [](const Action& action) {
      switch (action.kind) {
        case ActionKind::Send:
        case ActionKind::SendDone:
        case ActionKind::Receive:
        case ActionKind::ReceiveDone:
        case ActionKind::Cancelled:
          return true;
        default:
          return false;
      }
    });
  }

  bool act(const Action& action, SendMode mode, CallCounts& counts) {
    if (action.kind >= ActionKind::MakeWindow) return false;
    switch (action.kind) {
      case ActionKind::Send:
        if (!is_between_groups(action)) ending_.push_back(send(action, mode, counts));
        return true;
      case ActionKind::StartSend:
        open_.open({is_between_groups(action) ? nullptr : send(action, mode, counts), false});
        return true;
      case ActionKind::PostReceive:
        open_.open({});
        return false;
      case ActionKind::Receive:
        return false;
      case ActionKind::Collective:
        if (is_between_groups(action)) return false;
        perform_.collective(action, counts);
        return true;
      case ActionKind::StartCollective:
        if (is_between_groups(action))
          open_.open({});
        else
          open_.open({perform_.start_collective(action, counts), true});
        return true;
      case ActionKind::SendDone:
      case ActionKind::ReceiveDone:
      case ActionKind::CollectiveDone:
      default:
        break;
    }
    std::optional<Open> opened = open_.close_at(action.request);
    if (!opened || !opened->request) return true;
    if (opened->collective)
      stage_.mpi.wait({&opened->request, 1});
    else
      ending_.push_back(std::move(opened->request));
    return true;
  }

  [[nodiscard]] bool is_between_groups(const Action& action) const {
    return perform_.members(action.comm).is_inter;
  }

  Request send(const Action& action, SendMode mode, CallCounts& counts) {
    const compressed::Membership& comm = perform_.members(action.comm);
    const std::uint32_t to = own_.instead_of(comm.world_rank(action.peer).value());  // survey.h
    const std::uint64_t bytes = perform_.scaled(action.bytes);
    counts.sent += bytes;
    return stage_.mpi.start_send(mode == SendMode::Synchronous, stage_.world, to, kTag, bytes);
  }

  // Posts receives for everything that is sent until then, as far as the clocks of the recording
  // tell.
  void post_receives(double time_ns) {
    for (Sender& sender : senders_)
      for (ExpectedMessage message; sender.outlook.next(time_ns, message);)
        expected_.push_back({stage_.mpi.start_receive(stage_.world, sender.rank, kTag), message});
  }

  // Waits, at most for `longest_ns`, until the sends that the call ends and the messages that
  // should be there are complete.
  void complete(double longest_ns) {
    const std::int64_t until =
        stage_.clock.now() + static_cast<std::int64_t>(longest_ns / stage_.settings.speed);
    while (!test_all() && stage_.clock.now() < until) std::this_thread::yield();
    for (Request& request : ending_) lingering_.push_back(std::move(request));
    ending_.clear();
  }

  bool test_all() {
    std::uint64_t bytes = 0;
    std::erase_if(ending_, [&](Request& each) { return stage_.mpi.test(each, bytes); });
    std::erase_if(lingering_, [&](Request& each) { return stage_.mpi.test(each, bytes); });
    std::erase_if(expected_, [&](Expected& each) {
      if (!stage_.mpi.test(each.request, bytes)) return false;
      received(each.message, bytes);
      return true;
    });
    return ending_.empty() && expected_.empty();
  }

  void received(const ExpectedMessage& message, std::uint64_t bytes) {
    ++done_.followed.calls;
    done_.followed.received += bytes;
    if (message.bytes != bytes) ++done_.of_another_size;
  }

  void receive_the_rest() {
    post_receives(SenderOutlook::kEver);
    std::vector<Request> receives;
    for (Expected& each : expected_) receives.push_back(std::move(each.request));
    const std::vector<std::uint64_t> bytes = stage_.mpi.wait(receives);
    for (std::size_t i = 0; i < bytes.size(); ++i) received(expected_[i].message, bytes[i]);
    for (Open& each : open_.left()) lingering_.push_back(std::move(each.request));
    stage_.mpi.wait(lingering_);
  }

  struct Open {
    Request request;  // empty for a receive
    bool collective = false;
  };

  const Stage& stage_;
  const Destinations& own_;
  Performer perform_;
  compressed::Cursor cursor_;
  std::vector<Sender> senders_;
  double now_ns_ = 0;  // time of the recording
  compressed::OpenRequests<Open> open_;
  std::vector<Request> ending_;     // sends that the call at hand ends
  std::vector<Request> lingering_;  // sends that ended in the recording but not yet in MPI
  std::vector<Expected> expected_;
  Performance done_;
};

}  // namespace

base::Result<Performance> replay_senders(const Stage& stage, const Destinations& own) {
  return SendDrivenReplay(stage, own).run();
}

}  // namespace tarry::replay
