// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic/generated_events.h"

#include <vector>

#include "trace/synthetic/generated_regions.h"

namespace tarry::trace::synthetic {
namespace {

using model::CommId;
using model::CommRank;
using model::EventHandler;
using model::RegionId;
using model::RequestId;
using model::Ticks;
using Region = GeneratedRegion;

constexpr std::int64_t kBeforeCall = 2;
constexpr std::int64_t kCall = 50;

void deliver_calls(const Parameters& parameters, std::int64_t begin, std::uint64_t iteration,
                   EventHandler& handler) {
  std::int64_t now = begin;
  std::uint64_t number = iteration % parameters.functions;
  for (std::uint64_t call = 0; call < parameters.calls; ++call) {
    const RegionId function{kFirstFunction + static_cast<std::uint32_t>(number)};
    if (++number == parameters.functions) number = 0;
    handler.enter(Ticks{now += kBeforeCall}, function);
    handler.leave(Ticks{now += kCall}, function);
  }
}

// The part of one process in one slot of the schedule.
class Part {
 public:
  Part(const Schedule& schedule, std::uint32_t rank, std::size_t slot, std::uint64_t iteration,
       const Place& place, EventHandler& handler)
      : bytes_(schedule.parameters().bytes),
        tag_(static_cast<std::uint32_t>(slot)),
        iteration_(iteration),
        place_(place),
        begin_(schedule.slot_begin(slot, iteration) + schedule.delay(rank, slot, iteration)),
        meeting_(schedule.meeting(schedule.slot_begin(slot, iteration))),
        exit_(meeting_ + schedule.exit_delay(rank, slot, iteration)),
        out_(handler) {}

  void deliver(PatternKind kind);

  void init_or_finalize(Region region) {
    enter(begin_, region);
    leave(exit_ + 1, region);
  }

 private:
  void enter(std::int64_t time, Region region) { out_.enter(Ticks{time}, id_of(region)); }
  void leave(std::int64_t time, Region region) { out_.leave(Ticks{time}, id_of(region)); }

  void send(Region region, std::int64_t begin, std::int64_t end, std::uint32_t to,
            std::uint32_t tag) {
    enter(begin, region);
    out_.mpi_send(Ticks{begin + 1}, message(to, tag, RequestId{}));
    leave(end, region);
  }
  void receive(std::int64_t begin, std::int64_t end, std::uint32_t from, std::uint32_t tag) {
    enter(begin, Region::Recv);
    out_.mpi_recv(Ticks{end - 1}, message(from, tag, RequestId{}));
    leave(end, Region::Recv);
  }

  void ring();
  void pair();
  void wrong_order_same();
  void wrong_order_different();
  void halo();
  void collective(Region region, model::CollectiveOp op, CommRank root, std::uint64_t sent,
                  std::uint64_t received);

  [[nodiscard]] model::MessageRecord message(std::uint32_t peer, std::uint32_t tag,
                                             RequestId request) const {
    return {.peer = CommRank{peer},
            .comm = CommId{place_.comm},
            .tag = tag,
            .bytes = bytes_,
            .request = request};
  }

  const std::uint64_t bytes_;
  const std::uint32_t tag_;
  const std::uint64_t iteration_;
  const Place& place_;
  const std::int64_t begin_;
  const std::int64_t meeting_;
  const std::int64_t exit_;
  EventHandler& out_;
};

void Part::deliver(PatternKind kind) {
  using model::CollectiveOp;
  const std::uint64_t all = place_.size * bytes_;
  const auto root = static_cast<std::uint32_t>(iteration_ % place_.size);
  const bool is_root = root == place_.index;
  switch (kind) {
    case PatternKind::LateSender:
      return ring();
    case PatternKind::LateReceiver:
      return pair();
    case PatternKind::WrongOrderSame:
      return wrong_order_same();
    case PatternKind::WrongOrderDifferent:
      return wrong_order_different();
    case PatternKind::Halo:
      return halo();
    case PatternKind::Barrier:
      return collective(Region::Barrier, CollectiveOp::Barrier, model::kRootNone, 0, 0);
    case PatternKind::NxN:
      return collective(Region::Allreduce, CollectiveOp::Allreduce, model::kRootNone, all, all);
    case PatternKind::LateBroadcast:
      return collective(Region::Bcast, CollectiveOp::Bcast, CommRank{root}, is_root ? all : 0,
                        bytes_);
    case PatternKind::EarlyReduce:
      return collective(Region::Reduce, CollectiveOp::Reduce, CommRank{root}, bytes_,
                        is_root ? all : 0);
    case PatternKind::EarlyScan:
      return collective(Region::Scan, CollectiveOp::Scan, model::kRootNone,
                        (place_.size - place_.index) * bytes_, (place_.index + 1) * bytes_);
    case PatternKind::Neighbors:
      return collective(Region::Neighbor, CollectiveOp::NeighborAlltoall, model::kRootNone,
                        2 * bytes_, 2 * bytes_);
  }
}

void Part::ring() {
  send(Region::Send, begin_, begin_ + kRingRecv - 1, place_.right(), tag_);
  receive(begin_ + kRingRecv, meeting_ + 2, place_.left(), tag_);
}

// Sender and receiver change with every iteration.
void Part::pair() {
  if (!place_.in_whole(2)) return;
  const std::uint32_t other = place_.index ^ 1u;
  if (place_.index % 2 == iteration_ % 2)
    send(Region::Ssend, begin_, meeting_ + 2, other, tag_);
  else
    receive(begin_, meeting_ + 2, other, tag_);
}

void Part::wrong_order_same() {
  if (!place_.in_whole(2)) return;
  const std::uint32_t other = place_.index ^ 1u;
  if (place_.index % 2 == iteration_ % 2) {
    send(Region::Send, begin_, begin_ + 4, other, 2 * tag_);
    send(Region::Send, begin_ + kSecondSend, begin_ + kSecondSend + 4, other, 2 * tag_ + 1);
  } else {
    receive(begin_, meeting_ + 2, other, 2 * tag_ + 1);
    receive(meeting_ + 3, meeting_ + 5, other, 2 * tag_);
  }
}

// The first process of three receives the third's message before the second's.
void Part::wrong_order_different() {
  if (!place_.in_whole(3)) return;
  const std::uint32_t first = place_.index / 3 * 3;
  if (place_.index != first) return send(Region::Send, begin_, begin_ + 4, first, tag_);
  receive(begin_, meeting_ + 2, first + 2, tag_);
  receive(meeting_ + 3, meeting_ + 5, first + 1, tag_);
}

void Part::halo() {
  // Numbers of requests are used again once the requests are complete.
  constexpr RequestId kRequests[] = {RequestId{0}, RequestId{1}, RequestId{2}, RequestId{3}};
  const std::uint32_t left = place_.left();
  const std::uint32_t right = place_.right();
  std::int64_t now = begin_;
  for (const RequestId request : {kRequests[0], kRequests[1]}) {
    enter(now, Region::Irecv);
    out_.mpi_irecv_request(Ticks{now + 1}, request);
    leave(now + 2, Region::Irecv);
    now += 3;
  }
  for (const bool to_right : {true, false}) {
    const RequestId request = kRequests[to_right ? 2 : 3];
    enter(now, Region::Isend);
    out_.mpi_isend(Ticks{now + 1}, message(to_right ? right : left, tag_, request));
    leave(now + 2, Region::Isend);
    now += 3;
  }
  enter(begin_ + kHaloWaitall, Region::Waitall);
  out_.mpi_irecv(Ticks{meeting_ + 1}, message(left, tag_, kRequests[0]));
  out_.mpi_irecv(Ticks{meeting_ + 2}, message(right, tag_, kRequests[1]));
  out_.mpi_isend_complete(Ticks{meeting_ + 3}, kRequests[2]);
  out_.mpi_isend_complete(Ticks{meeting_ + 4}, kRequests[3]);
  leave(meeting_ + 5, Region::Waitall);
}

void Part::collective(Region region, model::CollectiveOp op, CommRank root, std::uint64_t sent,
                      std::uint64_t received) {
  enter(begin_, region);
  out_.collective_begin(Ticks{begin_ + 1});
  out_.collective_end(Ticks{exit_}, {.op = op,
                                     .comm = CommId{place_.comm},
                                     .root = root,
                                     .bytes_sent = sent,
                                     .bytes_received = received,
                                     .request = RequestId{}});
  leave(exit_ + 1, region);
}

}  // namespace

std::int64_t calls_ticks(std::uint64_t calls) {
  return (static_cast<std::int64_t>(calls) * (kBeforeCall + kCall) / kGrain + 1) * kGrain;
}

void deliver_communicating(const Schedule& schedule, std::uint32_t rank, EventHandler& handler) {
  std::vector<Place> places;
  for (const Pattern& pattern : schedule.parameters().patterns)
    places.push_back(schedule.place(pattern.group, rank));
  const Place world = schedule.place(GroupKind::World, rank);
  const RegionId iteration_region = id_of(Region::Iteration);

  handler.program_begin(Ticks{0}, id_of(Region::Program));
  Part(schedule, rank, schedule.init_slot(), 0, world, handler).init_or_finalize(Region::Init);
  for (std::uint64_t iteration = 0; iteration < schedule.parameters().iterations; ++iteration) {
    const std::int64_t begin = schedule.iteration_begin(iteration);
    handler.enter(Ticks{begin}, iteration_region);
    deliver_calls(schedule.parameters(), begin, iteration, handler);
    for (std::size_t slot = 0; slot < places.size(); ++slot)
      if (schedule.is_active(slot, iteration))
        Part(schedule, rank, slot, iteration, places[slot], handler)
            .deliver(schedule.pattern(slot).kind);
    handler.leave(Ticks{begin + schedule.period() - 1}, iteration_region);
  }
  Part(schedule, rank, schedule.finalize_slot(), 0, world, handler)
      .init_or_finalize(Region::Finalize);
  handler.program_end(Ticks{schedule.end()}, id_of(Region::Program));
}

void deliver_computing(const Schedule& schedule, EventHandler& handler) {
  const std::uint64_t iterations = schedule.parameters().iterations;
  handler.thread_begin(Ticks{schedule.iteration_begin(0)}, 0);
  for (std::uint64_t iteration = 0; iteration < iterations; ++iteration)
    deliver_calls(schedule.parameters(), schedule.iteration_begin(iteration), iteration, handler);
  handler.thread_end(Ticks{schedule.iteration_begin(iterations)}, 0);
}

}  // namespace tarry::trace::synthetic
