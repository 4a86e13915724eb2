// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/log_converter.h"

#include <algorithm>
#include <utility>

namespace tarry::trace::eventlog {

using model::RegionId;
using model::RequestId;
using model::Ticks;

Ticks LogConverter::advance(std::uint64_t ticks) {
  constexpr auto kLatest = static_cast<std::uint64_t>(INT64_MAX);
  ticks = std::min(ticks, kLatest);
  if (!started_) {
    started_ = true;
    first_ = last_ = ticks;
  } else if (ticks < last_) {
    ++backwards_;
  } else {
    last_ = ticks;
  }
  return {static_cast<std::int64_t>(last_)};
}

void LogConverter::enter_function(std::uint64_t address, Ticks time) {
  const RegionId region = ids_.function(address);
  if (region == late_region_) ++late_functions_;
  open_.push_back(region);
  out_.enter(time, region);
}

// A gap in the numbers is damage; a region that others do not know was registered too late.
void LogConverter::enter_region(std::uint64_t number, Ticks time) {
  const RegionId region = ids_.region(number);
  if (!region.valid()) return anomalies_.add("events in regions that were never defined");
  if (region == late_region_) ++late_functions_;
  open_.push_back(region);
  out_.enter(time, region);
  if (const RegionId site = ids_.call_site(number); site.valid()) out_.call_site(time, site);
}

void LogConverter::close_down_to(std::size_t depth, Ticks time) {
  for (; open_.size() > depth; open_.pop_back())
    if (open_.back().valid()) out_.leave(time, open_.back());
}

void LogConverter::close_all(Ticks time) {
  for (; !open_teams_.empty(); open_teams_.pop_back()) {
    close_down_to(open_teams_.back().depth, time);
    if (open_teams_.back().id.valid()) out_.team_end(time, open_teams_.back().id);
  }
  close_down_to(0, time);
}

// A leave may lack its enter, or the leaves inside it may be missing, where functions were left by
// longjmp. If the search reaches a region of which nothing is known, the leave counts as its leave.
void LogConverter::leave(RegionId region, Ticks time) {
  if (paused_) return left_in_pause_.push_back(region);
  const auto found = std::find_if(open_.rbegin(), open_.rend(), [region](RegionId open) {
    return open == region || !open.valid();
  });
  if (found == open_.rend()) {
    ++skipped_leaves_;
    return;
  }
  const auto inside = static_cast<std::size_t>(found - open_.rbegin());
  repaired_leaves_ += inside;
  close_down_to(open_.size() - inside - 1, time);
}

// Regions that were left in a pause end with the pause, because in a trace the pause lies inside
// them.
void LogConverter::measurement_on(std::uint64_t unknown, Ticks time) {
  constexpr std::uint64_t kMost = 1u << 20;  // more than any stack; a log may be damaged
  out_.measurement_on_off(time, true);
  paused_ = false;
  for (const RegionId region : left_in_pause_) leave(region, time);
  left_in_pause_.clear();
  open_.insert(open_.end(), std::min(unknown, kMost), RegionId{});
}

void LogConverter::arguments(const LogRecord& record, Ticks time) {
  const auto in = record.as<ArgumentsRecord>();
  out_.mpi_arguments(time, {ids_.comm(in.comm), in.posted_peer, in.posted_tag, in.count,
                            ids_.datatype(in.datatype)});
}

void LogConverter::operands(const LogRecord& record, Ticks time) {
  const auto in = record.as<OperandsRecord>();
  if (operands_ == nullptr) return;
  if (in.shape > static_cast<std::uint32_t>(model::MpiOperands::Shape::EndTransfer))
    return anomalies_.add("calls on windows or files of an unknown shape");
  model::MpiOperands out;
  out.shape = static_cast<model::MpiOperands::Shape>(in.shape);
  out.object = in.object;
  out.comm = ids_.comm(in.comm);
  out.target = in.target;
  out.at = in.at;
  out.size = in.size;
  out.unit = in.unit;
  out.bytes = in.bytes;
  out.received = in.received;
  out.count = in.count;
  out.datatype = ids_.datatype(in.datatype);
  out.mode = in.mode;
  out.reduction = in.reduction;
  out.name = in.name;
  if (in.request != 0) out.request = RequestId{in.request};
  operands_->mpi_operands(time, out);
}

void LogConverter::counters(const LogRecord& record, Ticks time) {
  const CounterReading* const reading = ids_.counters(counter_set_of(record.payload()));
  if (reading == nullptr || reading->types.size() != value_count_of(record.payload()))
    return anomalies_.add("values of counters that were never defined");
  values_.clear();
  for (std::size_t i = 0; i < reading->types.size(); ++i)
    values_.push_back({record.counter_value(i), reading->types[i]});
  out_.counters_read(time, reading->set, values_);
}

void LogConverter::tell(LostCores& lost_cores, std::uint64_t least_ns) {
  const CounterReading* const reading = ids_.counters(kLostCoresSet);
  if (reading == nullptr || reading->types.size() != 2) return;
  lost_cores_ = &lost_cores;
  lost_cores_set_ = reading->set;
  least_lost_ns_ = least_ns;
}

// The first reading begins the count; each further one belongs to the call path before `until`.
void LogConverter::tell_lost_cores(std::uint64_t until, bool at_end) {
  if (lost_cores_ == nullptr) return;
  // A worker between teams is in no region: time that it loses there counts when the next team
  // begins.
  if (!in_program_ && !in_thread_ && open_teams_.empty() && open_.empty()) return;
  has_lost_more_ |= lost_cores_->take(until, paused_);
  if (!has_lost_more_) return;
  // The system's count beyond that belongs to no known call path, so it can wait.
  const bool is_worth_it = lost_cores_->lost_ns() - told_ns_ >= least_lost_ns_;
  if (has_told_lost_cores_ && !at_end && !is_worth_it) return;
  has_told_lost_cores_ = true;
  has_lost_more_ = false;
  told_ns_ = lost_cores_->lost_ns();
  const Ticks time = advance(std::max(std::min(lost_cores_->last(), until), last_));
  const model::CounterValue values[] = {{lost_cores_->lost_ns(), model::CounterType::UInt64},
                                        {lost_cores_->counted_ns(), model::CounterType::UInt64}};
  out_.counters_read(time, lost_cores_set_, values);
}

void LogConverter::message(const LogRecord& record, Ticks time) {
  const auto in = record.as<MessageRecord>();
  const model::CommId comm = ids_.comm(in.comm);
  if (!comm.valid()) return anomalies_.add("messages on communicators that were never defined");
  model::MessageRecord m{model::CommRank{in.peer}, comm, in.tag, in.bytes, {}};
  if (in.request != 0) m.request = RequestId{in.request};
  m.from_any_source = std::exchange(from_any_source_, false);
  switch (record.kind) {
    case RecordKind::MpiSend:
      return out_.mpi_send(time, m);
    case RecordKind::MpiIsend:
      return out_.mpi_isend(time, m);
    case RecordKind::MpiRecv:
      return out_.mpi_recv(time, m);
    default:
      return out_.mpi_irecv(time, m);
  }
}

void LogConverter::collective(const LogRecord& record, Ticks time) {
  const auto in = record.as<CollectiveRecord>();
  const model::CommId comm = ids_.comm(in.comm);
  if (!comm.valid())
    return anomalies_.add("collective operations on communicators that were never defined");
  if (!model::is_collective_op(in.op))
    return anomalies_.add("collective operations of an unknown kind");
  model::CollectiveRecord c{static_cast<model::CollectiveOp>(in.op),
                            comm,
                            model::CommRank{in.root},
                            in.bytes_sent,
                            in.bytes_received,
                            {}};
  if (record.kind == RecordKind::CollectiveEnd) return out_.collective_end(time, c);
  c.request = RequestId{in.request};
  out_.nonblocking_collective_complete(time, c);
}

void LogConverter::record(const LogRecord& record) {
  const Ticks time = advance(record.ticks);
  switch (record.kind) {
    case RecordKind::FunctionEnter:
      return enter_function(record.payload(), time);
    case RecordKind::FunctionLeave:
      return leave(ids_.function(record.payload()), time);
    case RecordKind::RegionEnter:
      return enter_region(record.payload(), time);
    case RecordKind::RegionLeave: {
      const RegionId region = ids_.region(region_of_leave(record.payload()));
      if (!region.valid()) return;  // counted at its enter
      if (const std::uint64_t calls = calls_of_leave(record.payload());
          calls > 1 && !paused_ && !open_.empty() && open_.back() == region)
        out_.joined_calls(time, calls - 1);
      return leave(region, time);
    }
    case RecordKind::MpiArguments:
      return arguments(record, time);
    case RecordKind::MpiOperands:
      return operands(record, time);
    case RecordKind::FromAnySource:
      from_any_source_ = true;
      return;
    case RecordKind::MpiSend:
    case RecordKind::MpiIsend:
    case RecordKind::MpiRecv:
    case RecordKind::MpiIrecv:
      return message(record, time);
    case RecordKind::MpiIsendComplete:
      return out_.mpi_isend_complete(time, RequestId{record.payload()});
    case RecordKind::MpiIrecvRequest:
      return out_.mpi_irecv_request(time, RequestId{record.payload()});
    case RecordKind::MpiRequestCancelled:
      return out_.mpi_request_cancelled(time, RequestId{record.payload()});
    case RecordKind::CollectiveBegin:
      return out_.collective_begin(time);
    case RecordKind::CollectiveEnd:
    case RecordKind::NonBlockingCollectiveComplete:
      return collective(record, time);
    case RecordKind::RmaWindowCreated:
    case RecordKind::RmaWindowDestroyed:
    case RecordKind::RmaCollectiveBegin:
    case RecordKind::RmaCollectiveEnd:
    case RecordKind::RmaGroupSync:
    case RecordKind::RmaLockRequested:
    case RecordKind::RmaLockReleased:
    case RecordKind::RmaPut:
    case RecordKind::RmaGet:
    case RecordKind::RmaAtomic:
    case RecordKind::RmaCompleted:
    case RecordKind::RmaRequestCompleted:
      return one_sided(record, time);
    case RecordKind::FileOpened:
    case RecordKind::FileClosed:
    case RecordKind::FileOperation:
    case RecordKind::FileCompleted:
      return file(record, time);
    case RecordKind::NonBlockingCollectiveRequest:
      return out_.nonblocking_collective_request(time, RequestId{record.payload()});
    case RecordKind::Statistic:
      return out_.statistic_measured(time, statistic_of(record.payload()),
                                     value_of_statistic(record.payload()));
    case RecordKind::CountersRead:
      return counters(record, time);
    case RecordKind::BufferFlush:
      return out_.buffer_flush(time, advance(tick_base_ + record.payload()));
    case RecordKind::MeasurementOff:
      paused_ = true;
      return out_.measurement_on_off(time, false);
    case RecordKind::MeasurementOn:
      return measurement_on(record.payload(), time);
    case RecordKind::ProgramBegin:
      in_program_ = true;
      return out_.program_begin(time, RegionId{});
    case RecordKind::ProgramEnd:
      close_all(time);  // exit() leaves main and its callers open
      if (in_program_) out_.program_end(time, RegionId{});
      in_program_ = false;
      return;
    case RecordKind::ThreadBegin:
      return thread_begin(record.payload(), time);
    case RecordKind::ThreadEnd:
      return thread_end(time);
    case RecordKind::ThreadCreate:
      return out_.thread_created(time, static_cast<std::uint32_t>(record.payload()));
    case RecordKind::ThreadWait:
      return out_.thread_waited(time, static_cast<std::uint32_t>(record.payload()));
    case RecordKind::ThreadFork:
      return out_.thread_fork(time, static_cast<std::uint32_t>(record.payload()));
    case RecordKind::ThreadJoin:
      return out_.thread_join(time);
    case RecordKind::TeamBegin:
      return team_begin(record.payload(), time);
    case RecordKind::TeamEnd:
      return team_end(record.payload(), time);
    case RecordKind::LockAcquired:
    case RecordKind::LockReleased:
    case RecordKind::MutexAcquired:
    case RecordKind::MutexReleased:
      return lock(record, time);
    case RecordKind::TaskCreate:
    case RecordKind::TaskSwitch:
    case RecordKind::TaskComplete:
      return task(record, time);
    case RecordKind::TeamPlace:
    case RecordKind::None:
      return;
  }
}

void LogConverter::end_of_log(const LogReader& log) {
  const Ticks end{static_cast<std::int64_t>(last_)};
  if (lost_cores_ != nullptr && (in_program_ || in_thread_)) tell_lost_cores(last_, true);
  close_all(end);
  if (in_thread_) out_.thread_end(end, thread_);
  if (in_program_) out_.program_end(end, RegionId{});

  anomalies_.add("damaged places in event logs", log.damaged_windows());
  anomalies_.add("event logs shorter than their header says", log.cut_short() ? 1 : 0);
  anomalies_.add("events other than MPI calls not recorded after recording had to stop",
                 log.header().dropped);
  anomalies_.add("events earlier than the one before them", backwards_);
  anomalies_.add("functions left that were not entered", skipped_leaves_);
  anomalies_.add("functions left by a jump out of them", repaired_leaves_);
}

void LogConverter::convert_begin(LogReader& log) {
  tick_base_ = log.header().tick_base;
  const std::uint32_t thread = log.header().thread;
  std::uint64_t number = 0;
  for (LogRecord next; log.next(next); ++number) {
    if (short_functions_ != nullptr && is_left_out(next, *short_functions_)) continue;
    tell_lost_cores(next.ticks,
                    next.kind == RecordKind::ProgramEnd || next.kind == RecordKind::ThreadEnd);
    if (left_out_ == nullptr || !left_out_->contains(next, thread, number))
      record(next);
    else
      from_any_source_ = false;
  }
}

void LogConverter::convert(LogReader& log) {
  convert_begin(log);
  end_of_log(log);
}

}  // namespace tarry::trace::eventlog
