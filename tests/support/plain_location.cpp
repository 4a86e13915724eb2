// SPDX-License-Identifier: BSD-3-Clause
#include "support/plain_location.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace tarry::testing {
namespace {

using base::Ticks;
using model::CollectiveRecord;
using model::MessageRecord;
using model::RegionId;
using model::RequestId;

// The analysis has this name for the time of a location before its first region and after its last.
const std::string kOutside = "(outside of all regions)";

class PlainHandler : public model::EventHandler {
 public:
  explicit PlainHandler(const model::Definitions& definitions) : definitions_(definitions) {}

  PlainLocation finish() {
    if (!stack_.empty()) result_.nested = false;
    return std::move(result_);
  }

  void enter(Ticks t, RegionId region) override {
    push(t, definitions_.regions[region.index()].name, region);
  }
  void leave(Ticks t, RegionId region) override {
    if (stack_.empty() || stack_.back().region != region) {
      result_.nested = false;
      advance(t);
      return;
    }
    pop(t);
  }
  void joined_calls(Ticks, std::uint64_t more) override { result_.visits[here()] += more; }
  void mpi_send(Ticks t, const MessageRecord& record) override { count_send(t, record); }
  void mpi_isend(Ticks t, const MessageRecord& record) override { count_send(t, record); }
  void mpi_isend_complete(Ticks t, RequestId) override { advance(t); }
  void mpi_irecv_request(Ticks t, RequestId) override { advance(t); }
  void mpi_recv(Ticks t, const MessageRecord&) override { count_receive(t); }
  void mpi_irecv(Ticks t, const MessageRecord&) override { count_receive(t); }
  void mpi_request_test(Ticks t, RequestId) override { advance(t); }
  void mpi_request_cancelled(Ticks t, RequestId) override { advance(t); }
  void collective_begin(Ticks t) override { advance(t); }
  void collective_end(Ticks t, const CollectiveRecord& record) override {
    count_collective(t, record);
  }
  void nonblocking_collective_request(Ticks t, RequestId) override { advance(t); }
  void nonblocking_collective_complete(Ticks t, const CollectiveRecord& record) override {
    count_collective(t, record);
  }
  void rma_window_created(Ticks t, model::WindowId) override { advance(t); }
  void rma_window_destroyed(Ticks t, model::WindowId) override { advance(t); }
  void rma_collective_begin(Ticks t) override { advance(t); }
  void rma_collective_end(Ticks t, const model::RmaCollectiveRecord&) override { advance(t); }
  void rma_group_sync(Ticks t, const model::RmaGroupSync&) override { advance(t); }
  void rma_lock_requested(Ticks t, const model::RmaLockRecord&) override { advance(t); }
  void rma_lock_acquired(Ticks t, const model::RmaLockRecord&) override { advance(t); }
  void rma_lock_released(Ticks t, const model::RmaLockRecord&) override { advance(t); }
  void rma_operation(Ticks t, const model::RmaOperation& operation) override {
    advance(t);
    result_.bytes_put += static_cast<double>(operation.bytes_sent);
    result_.bytes_get += static_cast<double>(operation.bytes_received);
  }
  void rma_operation_completed(Ticks t, const model::RmaCompletion&) override { advance(t); }
  void file_opened(Ticks t, model::FileId) override { advance(t); }
  void file_closed(Ticks t, model::FileId) override { advance(t); }
  void file_operation_begun(Ticks t, const model::FileOperation&) override { advance(t); }
  void file_operation_completed(Ticks t, const model::FileCompletion&) override { advance(t); }
  void thread_begin(Ticks t, std::uint64_t) override {
    result_.own_thread = true;
    advance(t);
    is_created_ |= stack_.empty() && !result_.in_teams;
  }
  void thread_end(Ticks t, std::uint64_t) override {
    advance(t);
    if (!is_created_ || stack_.empty()) return;
    stack_.clear();
    result_.nested = false;
  }
  void thread_created(Ticks t, std::uint64_t) override { advance(t); }
  void thread_waited(Ticks t, std::uint64_t) override { advance(t); }
  void thread_fork(Ticks t, std::uint32_t) override {
    in_teams(t);
    result_.forks_outermost |= teams_ == 0;
  }
  void thread_join(Ticks t) override { in_teams(t); }
  void team_begin(Ticks t, model::CommId) override {
    in_teams(t);
    if (++teams_ > 1) result_.in_nested_teams = true;
  }
  void team_end(Ticks t, model::CommId) override {
    in_teams(t);
    if (teams_ > 0) --teams_;
  }
  void lock_acquired(Ticks t, const model::LockRecord&) override { advance(t); }
  void lock_released(Ticks t, const model::LockRecord&) override { advance(t); }
  void task_created(Ticks t, const model::TaskId&) override { advance(t); }
  void task_switched(Ticks t, const model::TaskId&) override { in_tasks(t); }
  void task_completed(Ticks t, const model::TaskId&) override { in_tasks(t); }
  void counters_read(Ticks t, model::CounterSetId set,
                     std::span<const model::CounterValue> values) override {
    advance(t);
    const auto& members = definitions_.counter_sets[set.index()].members;
    for (std::size_t i = 0; i < values.size() && i < members.size(); ++i) {
      if (!members[i].valid()) continue;
      const long double value = number(values[i]);
      const model::Counter& counter = definitions_.counters[members[i].index()];
      const bool is_amount = counter.mode == model::CounterMode::AccumulatedLast;
      const auto [last, is_first] = readings_.try_emplace(members[i].value, value, t);
      const std::string& path = t > last->second.second ? before_ : here();
      if (!is_first)
        result_.counters[members[i].value][path] += is_amount ? value : value - last->second.first;
      last->second = {value, t};
    }
  }
  void buffer_flush(Ticks t, Ticks stop) override {
    push(t, "TRACE BUFFER FLUSH");
    const std::string before = before_;
    pop(stop);
    before_ = before;
  }
  void measurement_on_off(Ticks t, bool on) override {
    result_.has_pauses = true;
    if (!on) {
      push(t, "MEASUREMENT OFF");
    } else if (!stack_.empty() && stack_.back().name == "MEASUREMENT OFF") {
      pop(t);
    } else {
      advance(t);
    }
  }

 private:
  static long double number(const model::CounterValue& value) {
    if (value.type == model::CounterType::Double) return std::bit_cast<double>(value.bits);
    if (value.type == model::CounterType::Int64)
      return static_cast<long double>(std::bit_cast<std::int64_t>(value.bits));
    return static_cast<long double>(value.bits);
  }
  struct Frame {
    std::string name;
    std::string path;
    RegionId region;  // names need not be unique
  };

  [[nodiscard]] const std::string& here() const {
    return stack_.empty() ? kOutside : stack_.back().path;
  }
  // Charges the time since the last event to the innermost region.
  void advance(Ticks t) {
    // A flush may end after the next event, but time does not run backwards.
    if (result_.has_events) t = std::max(t, result_.last);
    if (!result_.has_events) {
      result_.first = t;
      result_.has_events = true;
    } else if (t > result_.last || !stack_.empty()) {
      result_.time[here()] += t - result_.last;
      if (t > result_.last) before_ = here();
    }
    result_.last = t;
  }
  void in_tasks(Ticks t) {
    result_.has_tasks = true;
    advance(t);
  }
  void in_teams(Ticks t) {
    result_.in_teams = true;
    advance(t);
  }
  void push(Ticks t, const std::string& name, RegionId region = {}) {
    advance(t);
    const std::string path = stack_.empty() ? name : stack_.back().path + '/' + name;
    ++result_.visits[path];
    stack_.push_back({name, path, region});
  }
  void pop(Ticks t) {
    advance(t);
    stack_.pop_back();
  }
  void count_send(Ticks t, const MessageRecord& record) {
    advance(t);
    ++result_.sends;
    result_.bytes_sent += static_cast<double>(record.bytes);
  }
  void count_receive(Ticks t) {
    advance(t);
    ++result_.receives;
  }
  void count_collective(Ticks t, const CollectiveRecord& record) {
    advance(t);
    ++result_.collectives;
    result_.collective_bytes_sent += static_cast<double>(record.bytes_sent);
    result_.collective_bytes_received += static_cast<double>(record.bytes_received);
  }

  const model::Definitions& definitions_;
  PlainLocation result_;
  std::vector<Frame> stack_;
  std::string before_;  // call path before the events of the current time
  std::map<std::uint32_t, std::pair<long double, Ticks>> readings_;  // last reading, by counter
  bool is_created_ = false;  // true for threads that the program creates
  unsigned teams_ = 0;       // number of open teams
};

}  // namespace

base::Result<PlainLocation> read_plainly(model::TraceSource& source,
                                         model::LocationIndex location) {
  PlainHandler handler(source.definitions());
  model::Anomalies anomalies;
  TRY(source.read(location, handler, anomalies));
  return handler.finish();
}

}  // namespace tarry::testing
