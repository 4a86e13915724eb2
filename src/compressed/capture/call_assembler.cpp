// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/capture/call_assembler.h"

#include <algorithm>
#include <utility>

namespace tarry::compressed {

using model::CallPathId;
using model::RegionId;
using model::RequestId;
using model::Ticks;

namespace {

// If the recording does not tell what a receive asks for, the message that it got stands for that.
void fill_posted(Action& receive, const Action& got) {
  if (receive.posted_peer == kUnknown) receive.posted_peer = got.peer;
  if (receive.posted_tag == kUnknown) receive.posted_tag = got.tag;
}

}  // namespace

CallAssembler::CallAssembler(const std::vector<model::Region>& regions,
                             const model::CallTree& paths, const RankCommunicators& communicators,
                             SiteTable& sites, std::uint64_t ticks_per_second,
                             model::Anomalies& left_out, Sink sink, std::size_t look_ahead)
    : regions_(regions),
      paths_(paths),
      communicators_(communicators),
      sites_(sites),
      ticks_per_second_(std::max<std::uint64_t>(1, ticks_per_second)),
      left_out_(left_out),
      sink_(std::move(sink)),
      look_ahead_(look_ahead) {}

FrameId CallAssembler::frame_of(RegionId region) {
  if (frames_.size() <= region.index()) frames_.resize(region.index() + 1);
  FrameId& frame = frames_[region.index()];
  if (!frame.valid()) {
    const model::Region& known = regions_[region.index()];
    frame = sites_.frame({known.name, known.file, known.begin_line});
  }
  return frame;
}

SiteId CallAssembler::site_of(const RecordedCall& recorded) {
  const std::uint64_t key = std::uint64_t{recorded.around.value} << 32 | recorded.function.value;
  const auto [found, is_unknown] = known_sites_.try_emplace(key);
  if (!is_unknown) return found->second;
  Site site{regions_[recorded.function.index()].name, {}};
  for (CallPathId at = recorded.around; at.valid(); at = paths_[at].parent)
    site.stack.push_back(frame_of(paths_[at].region));
  std::reverse(site.stack.begin(), site.stack.end());
  return found->second = sites_.site(site);
}

// Returns the whole nanoseconds in `length`.
std::uint64_t CallAssembler::nanoseconds(Ticks length) const {
  constexpr std::uint64_t kSecond = 1'000'000'000;
  const std::uint64_t rate = ticks_per_second_;
  const auto ticks = static_cast<std::uint64_t>(std::max<std::int64_t>(0, length.count));
  if (rate == kSecond) return ticks;
  const std::uint64_t rest = ticks % rate;
  // If the clock is so fast that the product would overflow, whole ticks per nanosecond are exact
  // enough.
  const std::uint64_t part = rate <= 10 * kSecond ? rest * kSecond / rate : rest / (rate / kSecond);
  return ticks / rate * kSecond + part;
}

void CallAssembler::add_times(const RecordedCall& recorded, Call& call) {
  const std::uint64_t begin = nanoseconds(recorded.begin - begin_);
  const std::uint64_t end = std::max(begin, nanoseconds(recorded.end - begin_));
  const auto without = [this](std::uint64_t length, Ticks flushed) {
    return length - std::min(length, nanoseconds(flushed));
  };
  // Calls of several threads may overlap.
  const std::uint64_t before = begin > last_end_ ? begin - last_end_ : 0;
  call.before_ns = without(before, recorded.flushed_before);
  call.duration_ns = without(end - begin, recorded.flushed_inside);
  last_end_ = std::max(last_end_, end);
}

void CallAssembler::add(const RecordedCall& recorded) {
  queue_.emplace_back();
  Call& call = queue_.back().call;
  call.site = site_of(recorded);
  add_times(recorded, call);
  call.statistics = recorded.statistics;
  for (const RecordedAction& in : recorded.actions) {
    Action out;
    out.kind = in.kind;
    take_arguments(in.arguments, out);
    if (!assemble(in, out)) continue;
    call.actions.push_back(out);
    if (in.kind == ActionKind::PostReceive || in.kind == ActionKind::StartCollective)
      wait_for(in.request);
  }
  hand_on_known();
}

bool CallAssembler::assemble(const RecordedAction& in, Action& out) {
  switch (in.kind) {
    case ActionKind::Send:
    case ActionKind::Receive:
      return message(in, out);
    case ActionKind::StartSend:
      if (!message(in, out)) return false;
      requests_.open(in.request);
      return true;
    case ActionKind::PostReceive:
    case ActionKind::StartCollective:
      requests_.open(in.request);
      if (in.kind == ActionKind::StartCollective) out.op = kUnknown;
      return true;
    case ActionKind::SendDone:
      return close(requests_, in, out);
    case ActionKind::Cancelled:
      if (!close(requests_, in, out)) return false;
      tell(in.request, nullptr);
      return true;
    case ActionKind::ReceiveDone:
      if (!message(in, out) || !close(requests_, in, out)) return false;
      tell(in.request, &out);
      return true;
    case ActionKind::Collective:
      return collective(in, out);
    case ActionKind::CollectiveDone:
      if (!collective(in, out) || !close(requests_, in, out)) return false;
      tell(in.request, &out);
      return true;
    case ActionKind::AccessDone:
      return close(accesses_, in, out);
    case ActionKind::MakeWindow:
    case ActionKind::FreeWindow:
    case ActionKind::Synchronize:
    case ActionKind::Access:
    case ActionKind::StartAccess:
      return one_sided(in, out);
    case ActionKind::OpenFile:
    case ActionKind::CloseFile:
    case ActionKind::SetFile:
    case ActionKind::Transfer:
    case ActionKind::StartTransfer:
    case ActionKind::DeleteFile:
      return on_file(in, out);
  }
  return false;
}

bool CallAssembler::one_sided(const RecordedAction& in, Action& out) {
  const model::MpiOperands& told = in.operands;
  if (in.kind != ActionKind::MakeWindow) {
    if (!on_window(told, out)) return false;
    if (in.kind == ActionKind::StartAccess) accesses_.open(told.request);
    if (in.kind == ActionKind::FreeWindow) windows_.close_at(out.window);
    return true;
  }
  const OwnCommunicator* const comm = communicators_.find(told.comm);
  if (comm == nullptr) {
    left_out_.add("windows on communicators that the process is no member of (left out)");
    return false;
  }
  windows_.open({told.object, comm->place});
  out.comm = comm->position;
  out.size = told.size;
  out.unit = told.unit;
  return true;
}

bool CallAssembler::on_window(const model::MpiOperands& in, Action& out) {
  const auto place = windows_.place_of({in.object, {}});
  if (!place) {
    left_out_.add("calls on windows that were not seen to be made (left out)");
    return false;
  }
  static_assert(model::MpiOperands::kAll == kAllTargets && model::MpiOperands::kNone == kNoTarget &&
                model::MpiOperands::kUnknown == kUnknown);
  out.window = *place;
  out.target = in.target < 0
                   ? in.target
                   : windows_.at(*place)->place.relative(static_cast<std::uint32_t>(in.target));
  out.at = in.at;
  out.bytes = static_cast<std::int64_t>(in.bytes);
  out.received = static_cast<std::int64_t>(in.received);
  out.count = in.count;
  out.datatype = in.datatype;
  out.mode = in.mode;
  out.reduction = in.reduction;
  return true;
}

void CallAssembler::take_arguments(const model::MpiArguments& in, Action& out) const {
  using model::MpiArguments;
  static_assert(MpiArguments::kAny == kAnyPeer && MpiArguments::kAny == kAnyTag &&
                MpiArguments::kUnknown == kUnknown);
  out.count = in.count;
  out.datatype = in.datatype;
  out.posted_tag = in.posted_tag;
  if (in.posted_peer == kAnyPeer) out.posted_peer = kAnyPeer;
  const OwnCommunicator* const comm = in.comm.valid() ? communicators_.find(in.comm) : nullptr;
  if (comm == nullptr) return;
  out.comm = comm->position;
  if (in.posted_peer >= 0)
    out.posted_peer = comm->place.relative(static_cast<std::uint32_t>(in.posted_peer));
}

bool CallAssembler::message(const RecordedAction& in, Action& out) {
  const OwnCommunicator* const comm = communicators_.find(in.comm);
  if (comm == nullptr) {
    left_out_.add("messages on communicators that the process is no member of (left out)");
    return false;
  }
  out.comm = comm->position;
  out.peer = comm->place.relative(in.peer.value);
  out.tag = in.tag;
  out.bytes = static_cast<std::int64_t>(in.bytes);
  if (in.kind == ActionKind::Receive) fill_posted(out, out);
  return true;
}

bool CallAssembler::collective(const RecordedAction& in, Action& out) {
  const OwnCommunicator* const comm = communicators_.find(in.comm);
  if (comm == nullptr) {
    left_out_.add(
        "collective operations on communicators that the process is no member of (left out)");
    return false;
  }
  out.comm = comm->position;
  out.op = static_cast<std::int64_t>(in.op);
  out.bytes = static_cast<std::int64_t>(in.bytes);
  out.received = static_cast<std::int64_t>(in.received);
  out.root = in.peer == model::kRootNone        ? kRootNone
             : in.peer == model::kRootSelf      ? kRootSelf
             : in.peer == model::kRootThisGroup ? kRootThisGroup
                                                : std::int64_t{in.peer.value};
  return true;
}

bool CallAssembler::close(OpenRequests<RequestId>& among, const RecordedAction& in, Action& out) {
  const auto place = among.close(in.request);
  if (!place) {
    left_out_.add("completions of requests that were not seen to begin (left out)");
    return false;
  }
  out.request = *place;
  return true;
}

void CallAssembler::wait_for(RequestId request) {
  tell(request, nullptr);  // an earlier one with this id, whose end was not seen
  Queued& last = queue_.back();
  waiting_[request] = {handed_on_ + queue_.size() - 1, last.call.actions.size() - 1};
  ++last.unknown;
}

void CallAssembler::tell(RequestId request, const Action* completion) {
  const auto found = waiting_.find(request);
  if (found == waiting_.end()) return;
  const Waiting waiting = found->second;
  waiting_.erase(found);
  if (waiting.call < handed_on_) return;  // The call was handed on already.
  Queued& queued = queue_[waiting.call - handed_on_];
  --queued.unknown;
  Action& asked = queued.call.actions[waiting.action];
  if (completion == nullptr) return;
  asked.comm = completion->comm;
  asked.bytes = completion->bytes;
  if (asked.kind == ActionKind::PostReceive) {
    fill_posted(asked, *completion);
  } else {
    asked.op = completion->op;
    asked.root = completion->root;
    asked.received = completion->received;
  }
}

void CallAssembler::hand_on_known() {
  while (!queue_.empty() && (queue_.front().unknown == 0 || queue_.size() > look_ahead_)) {
    left_out_.add(kUnknownPosts, queue_.front().unknown);
    sink_(std::move(queue_.front().call));
    queue_.pop_front();
    ++handed_on_;
  }
}

void CallAssembler::go_on(const Progress& progress) {
  begin_ = progress.begin;
  last_end_ = progress.last_end_ns;
  for (const RequestId request : progress.open_requests) requests_.open(request);
  for (const RequestId request : progress.open_accesses) accesses_.open(request);
  for (const Window& window : progress.open_windows) windows_.open(window);
  for (const std::uint32_t file : progress.open_files) files_.open(file);
}

std::vector<Call> CallAssembler::waiting() const {
  std::vector<Call> calls;
  for (const Queued& queued : queue_) calls.push_back(queued.call);
  return calls;
}

void CallAssembler::finish() {
  look_ahead_ = 0;
  hand_on_known();
}

}  // namespace tarry::compressed
