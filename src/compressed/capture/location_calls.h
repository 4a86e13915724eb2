// SPDX-License-Identifier: BSD-3-Clause
// Finds the MPI calls among the events of one location: one for each outermost region of an MPI
// function, with the actions recorded in it. Its call path consists of the regions around it and
// the place in the innermost one where it is called; functions that MPI calls back are part of the
// call.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "compressed/capture/recorded_call.h"
#include "model/anomalies.h"
#include "model/call_tree.h"
#include "model/definitions.h"
#include "model/mpi_operands.h"

namespace tarry::compressed {

class LocationCalls : public model::EventHandler, public model::OperandsHandler {
 public:
  using Sink = std::function<void(RecordedCall&&)>;

  // `regions` may grow meanwhile. `paths` belongs to the process: its locations may share it within
  // one thread. Whatever a call cannot hold is counted in `left_out`.
  // One-sided communication is taken from the records of an event trace if `definitions` are those
  // of one, else from what the calls were told.
  LocationCalls(const std::vector<model::Region>& regions, model::CallTree& paths,
                model::Anomalies& left_out, Sink sink,
                const model::Definitions* definitions = nullptr);

  void enter(model::Ticks time, model::RegionId region) override;
  void leave(model::Ticks time, model::RegionId region) override;
  void joined_calls(model::Ticks time, std::uint64_t more) override {
    note(time);
    if (inside_ == 1) joined_ = more;
  }
  // The program's region would be on every call path and is therefore left out.
  void program_begin(model::Ticks time, model::RegionId) override { note(time); }
  void program_end(model::Ticks time, model::RegionId) override { note(time); }

  void call_site(model::Ticks time, model::RegionId place) override;
  void mpi_arguments(model::Ticks time, const model::MpiArguments& arguments) override {
    note(time);
    arguments_ = arguments;
  }
  void mpi_operands(model::Ticks time, const model::MpiOperands& operands) override;
  void rma_collective_end(model::Ticks time, const model::RmaCollectiveRecord& c) override;
  void rma_group_sync(model::Ticks time, const model::RmaGroupSync& sync) override;
  void rma_lock_requested(model::Ticks time, const model::RmaLockRecord& lock) override;
  void rma_lock_released(model::Ticks time, const model::RmaLockRecord& lock) override;
  void rma_operation(model::Ticks time, const model::RmaOperation& operation) override;
  void rma_operation_completed(model::Ticks time, const model::RmaCompletion& c) override;
  void mpi_send(model::Ticks time, const model::MessageRecord& m) override {
    message(time, ActionKind::Send, m);
  }
  void mpi_isend(model::Ticks time, const model::MessageRecord& m) override {
    message(time, ActionKind::StartSend, m);
  }
  void mpi_recv(model::Ticks time, const model::MessageRecord& m) override {
    message(time, ActionKind::Receive, m);
  }
  void mpi_irecv(model::Ticks time, const model::MessageRecord& m) override {
    message(time, ActionKind::ReceiveDone, m);
  }
  void mpi_isend_complete(model::Ticks time, model::RequestId request) override {
    of_request(time, ActionKind::SendDone, request);
  }
  void mpi_irecv_request(model::Ticks time, model::RequestId request) override {
    of_request(time, ActionKind::PostReceive, request);
  }
  void mpi_request_cancelled(model::Ticks time, model::RequestId request) override {
    of_request(time, ActionKind::Cancelled, request);
  }
  void mpi_request_test(model::Ticks time, model::RequestId request) override;
  void collective_end(model::Ticks time, const model::CollectiveRecord& c) override {
    collective(time, ActionKind::Collective, c);
  }
  void nonblocking_collective_request(model::Ticks time, model::RequestId request) override {
    of_request(time, ActionKind::StartCollective, request);
  }
  void nonblocking_collective_complete(model::Ticks time,
                                       const model::CollectiveRecord& c) override {
    collective(time, ActionKind::CollectiveDone, c);
  }
  void statistic_measured(model::Ticks time, std::uint32_t statistic, std::uint64_t value) override;
  void buffer_flush(model::Ticks time, model::Ticks stop) override;
  void measurement_on_off(model::Ticks time, bool on) override;

  // Takes these regions for open, as if enter() had been called for each.
  void go_on_inside(std::span<const model::RegionId> regions);

  // Must follow the last event. A call that is still open ends at `until`, or with the last event
  // if that is later.
  void finish(model::Ticks until = model::Ticks{INT64_MIN});

  // Returns true once there was an event of any kind.
  [[nodiscard]] bool started() const { return started_; }
  [[nodiscard]] model::Ticks first() const { return first_; }
  [[nodiscard]] model::Ticks last() const { return last_; }

 private:
  void note(model::Ticks time);
  bool is_mpi(model::RegionId region);
  [[nodiscard]] bool is_inlined(model::RegionId region) const;
  void leave_region(model::RegionId region);
  void end_call(model::Ticks time);
  void message(model::Ticks time, ActionKind kind, const model::MessageRecord& m);
  void of_request(model::Ticks time, ActionKind kind, model::RequestId request);
  void collective(model::Ticks time, ActionKind kind, const model::CollectiveRecord& c);
  void add(model::Ticks time, RecordedAction action);
  // Adds what an event trace says about a call on a window.
  void add_told(model::Ticks time, model::MpiOperands::Shape shape, model::WindowId window,
                model::MpiOperands told);
  [[nodiscard]] bool is_in(std::string_view functions) const;

  const std::vector<model::Region>& regions_;
  model::CallTree& paths_;
  model::Anomalies& left_out_;
  Sink sink_;
  const model::Definitions* definitions_;
  std::vector<bool> is_mpi_;  // by region, for the regions seen so far
  model::CallPathId around_;
  // Number of regions open since the MPI function was entered, itself included.
  std::uint32_t inside_ = 0;
  RecordedCall call_;
  std::uint64_t joined_ = 0;       // number of calls that end with call_ and are like it
  model::MpiArguments arguments_;  // arguments of the next action
  model::Ticks flushed_;           // time since the end of the last call, or within this one
  model::Ticks first_, last_;
  bool started_ = false;
};

}  // namespace tarry::compressed
