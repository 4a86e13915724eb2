// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic/expected_waits.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/for_each.h"
#include "trace/synthetic/generated_events.h"
#include "trace/synthetic/generated_regions.h"

namespace tarry::trace::synthetic {
namespace {

using Region = GeneratedRegion;

enum class Wait : std::uint8_t {
  InitCompletion,
  Finalize,
  Barrier,
  BarrierCompletion,
  NxN,
  NxNCompletion,
  LateBroadcast,
  EarlyReduce,
  EarlyScan,
  Neighbors,
  LateReceiver,
  LateReceivers,
  LateSenderRecv,
  LateSendersRecv,
  LateSenderWaitall,
  LateSendersWaitall,
  WrongOrder,
  WrongOrders,
  WrongOrderSame,
  WrongOrderDifferent,
  kCount
};

struct WaitKind {
  Wait wait;
  std::string_view metric;
  std::string_view of_empty_messages;  // counts only: the metric for messages without bytes
  Region region;
};

constexpr WaitKind kKinds[] = {
    {Wait::InitCompletion, "mpi_init_completion", "", Region::Init},
    {Wait::Finalize, "mpi_finalize_wait", "", Region::Finalize},
    {Wait::Barrier, "mpi_barrier_wait", "", Region::Barrier},
    {Wait::BarrierCompletion, "mpi_barrier_completion", "", Region::Barrier},
    {Wait::NxN, "mpi_wait_nxn", "", Region::Allreduce},
    {Wait::NxNCompletion, "mpi_nxn_completion", "", Region::Allreduce},
    {Wait::LateBroadcast, "mpi_latebroadcast", "", Region::Bcast},
    {Wait::EarlyReduce, "mpi_earlyreduce", "", Region::Reduce},
    {Wait::EarlyScan, "mpi_earlyscan", "", Region::Scan},
    {Wait::Neighbors, "mpi_wait_neighbors", "", Region::Neighbor},
    {Wait::LateReceiver, "mpi_latereceiver", "", Region::Ssend},
    {Wait::LateReceivers, "mpi_clr_count", "mpi_slr_count", Region::Ssend},
    {Wait::LateSenderRecv, "mpi_latesender", "", Region::Recv},
    {Wait::LateSendersRecv, "mpi_cls_count", "mpi_sls_count", Region::Recv},
    {Wait::LateSenderWaitall, "mpi_latesender", "", Region::Waitall},
    {Wait::LateSendersWaitall, "mpi_cls_count", "mpi_sls_count", Region::Waitall},
    {Wait::WrongOrder, "mpi_latesender_wo", "", Region::Recv},
    {Wait::WrongOrders, "mpi_clswo_count", "mpi_slswo_count", Region::Recv},
    {Wait::WrongOrderSame, "mpi_lswo_same", "", Region::Recv},
    {Wait::WrongOrderDifferent, "mpi_lswo_different", "", Region::Recv},
};
constexpr auto kWaits = static_cast<std::size_t>(Wait::kCount);
static_assert(std::size(kKinds) == kWaits);

// The values of all ranks, for some of the iterations.
using Sums = std::array<std::vector<std::uint64_t>, kWaits>;

// One pattern in one iteration.
class Instance {
 public:
  Instance(const Schedule& schedule, std::size_t slot, std::uint64_t iteration,
           std::vector<std::int64_t>& delays, Sums& sums)
      : schedule_(schedule),
        slot_(slot),
        iteration_(iteration),
        payload_(schedule.parameters().bytes > 0),
        delays_(delays),
        sums_(sums) {
    for (std::uint32_t rank = 0; rank < delays.size(); ++rank)
      delays[rank] = schedule.delay(rank, slot, iteration);
  }

  void add(PatternKind kind, GroupKind groups) {
    for (std::uint32_t group = 0; group < schedule_.groups(groups); ++group) {
      groups_ = groups;
      group_ = group;
      size_ = schedule_.group_size(groups, group);
      add_group(kind);
    }
  }

  void add_init() {
    start_world();
    completion(Wait::InitCompletion);
  }
  void add_finalize() {
    start_world();
    wait_for_last(Wait::Finalize);
  }

 private:
  void add_group(PatternKind kind);
  void ring();
  void pairs();
  void pairs_in_wrong_order();
  void threes_in_wrong_order();
  void halo();
  void wait_for_last(Wait wait);
  void completion(Wait wait);
  void broadcast();
  void reduce();
  void scan();
  void neighbors();

  void start_world() {
    groups_ = GroupKind::World;
    group_ = 0;
    size_ = schedule_.group_size(groups_, 0);
  }
  [[nodiscard]] std::uint32_t rank(std::uint32_t index) const {
    return schedule_.world_rank(groups_, group_, index);
  }
  [[nodiscard]] std::int64_t delay(std::uint32_t index) const { return delays_[rank(index)]; }
  [[nodiscard]] std::uint32_t root() const {
    return static_cast<std::uint32_t>(iteration_ % size_);
  }
  [[nodiscard]] std::int64_t latest() const {
    std::int64_t latest = 0;
    for (std::uint32_t i = 0; i < size_; ++i) latest = std::max(latest, delay(i));
    return latest;
  }

  // Adds a wait at the member, if there is one.
  bool charge(Wait wait, std::uint32_t index, std::int64_t ticks) {
    if (ticks <= 0) return false;
    at(wait, index) += static_cast<std::uint64_t>(ticks);
    return true;
  }
  void count(Wait wait, std::uint32_t index) { at(wait, index) += 1; }
  std::uint64_t& at(Wait wait, std::uint32_t index) {
    return sums_[static_cast<std::size_t>(wait)][rank(index)];
  }
  bool late_sender(std::uint32_t index, std::int64_t ticks) {
    if (!charge(Wait::LateSenderRecv, index, ticks)) return false;
    count(Wait::LateSendersRecv, index);
    return true;
  }
  void wrong_order(Wait kind, std::uint32_t index, std::int64_t ticks) {
    charge(kind, index, ticks);
    charge(Wait::WrongOrder, index, ticks);
    count(Wait::WrongOrders, index);
  }

  const Schedule& schedule_;
  const std::size_t slot_;
  const std::uint64_t iteration_;
  const bool payload_;
  std::vector<std::int64_t>& delays_;
  Sums& sums_;
  GroupKind groups_{};
  std::uint32_t group_ = 0;
  std::uint32_t size_ = 0;
};

void Instance::add_group(PatternKind kind) {
  const bool collective = size_ > 1 && payload_;
  switch (kind) {
    case PatternKind::LateSender:
      return ring();
    case PatternKind::LateReceiver:
      return pairs();
    case PatternKind::WrongOrderSame:
      return pairs_in_wrong_order();
    case PatternKind::WrongOrderDifferent:
      return threes_in_wrong_order();
    case PatternKind::Halo:
      return halo();
    case PatternKind::Barrier:
      wait_for_last(Wait::Barrier);
      return completion(Wait::BarrierCompletion);
    case PatternKind::NxN:
      if (!collective) return;
      wait_for_last(Wait::NxN);
      return completion(Wait::NxNCompletion);
    case PatternKind::LateBroadcast:
      return collective ? broadcast() : void();
    case PatternKind::EarlyReduce:
      return collective ? reduce() : void();
    case PatternKind::EarlyScan:
      return collective ? scan() : void();
    case PatternKind::Neighbors:
      return collective ? neighbors() : void();
  }
}

// The left neighbor sends when it begins; a process receives after its own send.
void Instance::ring() {
  for (std::uint32_t i = 0; i < size_; ++i)
    late_sender(i, delay((i + size_ - 1) % size_) - delay(i) - kRingRecv);
}

// The message is synchronous: the process that is first waits for the other.
void Instance::pairs() {
  for (std::uint32_t i = 0; i + 1 < size_; i += 2) {
    const auto odd_sends = static_cast<std::uint32_t>(iteration_ % 2);
    const std::uint32_t sender = i + odd_sends;
    const std::uint32_t receiver = i + 1 - odd_sends;
    late_sender(receiver, delay(sender) - delay(receiver));
    if (charge(Wait::LateReceiver, sender, delay(receiver) - delay(sender)))
      count(Wait::LateReceivers, sender);
  }
}

// The receiver waits for the second message although the first one was sent before.
void Instance::pairs_in_wrong_order() {
  for (std::uint32_t i = 0; i + 1 < size_; i += 2) {
    const auto odd_sends = static_cast<std::uint32_t>(iteration_ % 2);
    const std::uint32_t receiver = i + 1 - odd_sends;
    const std::int64_t ticks = delay(i + odd_sends) + kSecondSend - delay(receiver);
    if (late_sender(receiver, ticks)) wrong_order(Wait::WrongOrderSame, receiver, ticks);
  }
}

// The first process waits for the third; in wrong order if the second sent before the third did.
void Instance::threes_in_wrong_order() {
  for (std::uint32_t i = 0; i + 2 < size_; i += 3) {
    const std::int64_t ticks = delay(i + 2) - delay(i);
    if (late_sender(i, ticks) && delay(i + 1) < delay(i + 2))
      wrong_order(Wait::WrongOrderDifferent, i, ticks);
  }
}

// The later of both neighbors decides.
void Instance::halo() {
  for (std::uint32_t i = 0; i < size_; ++i) {
    const std::int64_t from_left = delay((i + size_ - 1) % size_) + kHaloFirstSend;
    const std::int64_t from_right = delay((i + 1) % size_) + kHaloSecondSend;
    const std::int64_t ticks = std::max(from_left, from_right) - delay(i) - kHaloWaitall;
    if (charge(Wait::LateSenderWaitall, i, ticks)) count(Wait::LateSendersWaitall, i);
  }
}

void Instance::wait_for_last(Wait wait) {
  const std::int64_t last = latest();
  for (std::uint32_t i = 0; i < size_; ++i) charge(wait, i, last - delay(i));
}

// All leave after the last one has come, so every process that is not the first to leave is late.
void Instance::completion(Wait wait) {
  if (size_ < 2) return;
  const auto exit = [&](std::uint32_t i) {
    return schedule_.exit_delay(rank(i), slot_, iteration_);
  };
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  for (std::uint32_t i = 0; i < size_; ++i) first = std::min(first, exit(i));
  for (std::uint32_t i = 0; i < size_; ++i) charge(wait, i, exit(i) - first);
}

void Instance::broadcast() {
  for (std::uint32_t i = 0; i < size_; ++i)
    charge(Wait::LateBroadcast, i, delay(root()) - delay(i));
}

void Instance::reduce() { charge(Wait::EarlyReduce, root(), latest() - delay(root())); }

void Instance::scan() {
  std::int64_t latest = 0;
  for (std::uint32_t i = 0; i < size_; ++i) {
    latest = std::max(latest, delay(i));
    charge(Wait::EarlyScan, i, latest - delay(i));
  }
}

void Instance::neighbors() {
  for (std::uint32_t i = 0; i < size_; ++i)
    charge(Wait::Neighbors, i,
           std::max(delay((i + size_ - 1) % size_), delay((i + 1) % size_)) - delay(i));
}

// Sums iterations `first`, `first + stride`, ...
Sums sum_iterations(const Schedule& schedule, std::uint64_t first, std::uint64_t stride) {
  Sums sums;
  for (auto& ranks : sums) ranks.resize(schedule.parameters().ranks);
  std::vector<std::int64_t> delays(schedule.parameters().ranks);
  if (first == 0) {
    Instance(schedule, schedule.init_slot(), 0, delays, sums).add_init();
    Instance(schedule, schedule.finalize_slot(), 0, delays, sums).add_finalize();
  }
  for (std::uint64_t iteration = first; iteration < schedule.parameters().iterations;
       iteration += stride)
    for (std::size_t slot = 0; slot < schedule.patterns(); ++slot)
      if (schedule.is_active(slot, iteration))
        Instance(schedule, slot, iteration, delays, sums)
            .add(schedule.pattern(slot).kind, schedule.pattern(slot).group);
  return sums;
}

}  // namespace

base::Result<std::vector<ExpectedValues>> expected_waits(const Schedule& schedule,
                                                         unsigned threads) {
  std::vector<Sums> parts(base::threads_or_cores(threads));
  TRY(base::for_each(parts.size(), threads, [&](std::size_t i) {
    parts[i] = sum_iterations(schedule, i, parts.size());
    return base::kOk;
  }));
  std::vector<ExpectedValues> all;
  for (const WaitKind& kind : kKinds) {
    ExpectedValues values;
    const bool empty = schedule.parameters().bytes == 0 && !kind.of_empty_messages.empty();
    values.metric = empty ? kind.of_empty_messages : kind.metric;
    values.region = name_of(kind.region);
    values.is_time = kind.of_empty_messages.empty();
    values.ranks = std::move(parts[0][static_cast<std::size_t>(kind.wait)]);
    for (std::size_t i = 1; i < parts.size(); ++i)
      for (std::size_t rank = 0; rank < values.ranks.size(); ++rank)
        values.ranks[rank] += parts[i][static_cast<std::size_t>(kind.wait)][rank];
    for (const std::uint64_t value : values.ranks) values.total += value;
    all.push_back(std::move(values));
  }
  return all;
}

}  // namespace tarry::trace::synthetic
