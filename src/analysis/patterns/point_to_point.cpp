// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/point_to_point.h"

#include <algorithm>

namespace tarry::analysis {

using model::MpiCall;
namespace metric = model::metric;

namespace {

constexpr const char* kNeverLeft = "wait states not looked for because their region was never left";

void charge_wrong_order(MpiAccount& account, const LateSenderInstance& late, bool same_source) {
  const model::MetricId part = same_source ? metric::mpi_lswo_same : metric::mpi_lswo_different;
  account.count(late.callpath, part, static_cast<std::uint64_t>(late.wait.count));
  if (late.wait.count != 0) account.name_part(late.number, part);
  account.count(late.callpath, late.bytes == 0 ? metric::mpi_slswo_count : metric::mpi_clswo_count,
                1);
}

}  // namespace

Ticks late_sender_wait(Ticks send_enter, Ticks receive_enter, Ticks receive_leave,
                       MpiCall receive_call) {
  if (receive_call == MpiCall::NotMpi || never_waits(receive_call)) return {};
  return base::positive_part(std::min(send_enter, receive_leave) - receive_enter);
}

Ticks late_receiver_wait(Ticks receive_posted, Ticks completion_enter, Ticks completion_leave,
                         MpiCall completion_call) {
  const bool may_wait = completion_call == MpiCall::Send || completion_call == MpiCall::Ssend ||
                        completion_call == MpiCall::Wait || completion_call == MpiCall::WaitMany;
  if (!may_wait || completion_leave <= receive_posted) return {};
  return base::positive_part(receive_posted - completion_enter);
}

void PointToPointWaits::evaluate_receives(Sibling location) {
  MpiAccount& account = accounts_[location];
  WrongOrderDetector wrong_order;
  const auto& receives = account.records().receives;
  for (std::uint32_t r = 0; r < receives.size(); ++r) {
    const ReceiveRecord& receive = receives[r];
    const Instance& instance = account.instance(receive.instance);
    account.count(receive.instance, receive.bytes == 0 ? metric::syncs_recv : metric::comms_recv,
                  1);
    account.count(receive.instance, metric::bytes_rcvd, receive.bytes);
    if (receive.matched && instance.damaged) anomalies_.add(kNeverLeft);
    if (receive.matched && !instance.damaged) late_sender({location, r}, wrong_order);
    const bool last_of_call =
        r + 1 == receives.size() || receives[r + 1].instance != receive.instance;
    if (completes_many(instance) && last_of_call)
      settle_late_sender(location, receive.instance, wrong_order);
  }
}

void PointToPointWaits::late_sender(RecordRef reference, WrongOrderDetector& wrong_order) {
  MpiAccount& account = accounts_[reference.location];
  const ReceiveRecord& receive = account.records().receives[reference.index];
  const Instance& instance = account.instance(receive.instance);
  const bool is_call = belongs(metric::mpi_latesender, instance.region_class);
  if (!is_call && !never_waits(instance.call)) anomalies_.add(kWrongKind);
  Ticks wait;
  if (receive.late_sender != kNoIndex)
    wait = late_sender_wait(account.records().late_senders[receive.late_sender].enter,
                            instance.enter, instance.leave, instance.call);
  if (is_call && wait.count > 0) {
    if (completes_many(instance)) {
      Candidates& candidates = account.candidates(receive.instance);
      if (wait > candidates.late_sender) {
        candidates.late_sender = wait;
        candidates.receive = reference.index;
      }
    } else {
      charge_late_sender(reference, wait, wrong_order);
    }
  }
  wrong_order.received(receive.send_time, receive.source,
                       [&](const LateSenderInstance& late, bool same_source) {
                         charge_wrong_order(account, late, same_source);
                       });
}

// A call that completes several operations has its Late Sender instance at its end, if Late Sender
// is its wait state.
void PointToPointWaits::settle_late_sender(Sibling location, std::uint32_t instance,
                                           WrongOrderDetector& wrong_order) {
  const Candidates& candidates = accounts_[location].candidates(instance);
  if (candidates.largest() == Candidates::Largest::LateSender)
    charge_late_sender({location, candidates.receive}, candidates.late_sender, wrong_order);
}

void PointToPointWaits::charge_late_sender(RecordRef reference, Ticks wait,
                                           WrongOrderDetector& wrong_order) {
  MpiAccount& account = accounts_[reference.location];
  const ReceiveRecord& receive = account.records().receives[reference.index];
  const Ticks charged = account.charge_wait(receive.instance, metric::mpi_latesender, wait,
                                            WaitKind::LateSender, reference);
  account.count(receive.instance,
                receive.bytes == 0 ? metric::mpi_sls_count : metric::mpi_cls_count, 1);
  wrong_order.keep({receive.send_time, charged, receive.source, account.callpath(receive.instance),
                    receive.bytes, account.last_wait()});
}

void PointToPointWaits::evaluate_sends(Sibling location) {
  MpiAccount& account = accounts_[location];
  const auto& all = account.records().sends;
  for (std::uint32_t s = 0; s < all.size(); ++s) {
    const SendRecord& send = all[s];
    account.count(send.instance, send.bytes == 0 ? metric::syncs_send : metric::comms_send, 1);
    account.count(send.instance, metric::bytes_sent, send.bytes);
    if (send.late_receiver != kNoIndex && send.completion != kNoIndex)
      late_receiver(send, {location, s});
  }
}

void PointToPointWaits::late_receiver(const SendRecord& send, RecordRef reference) {
  const LocationRecords& records = accounts_[reference.location].records();
  const Ticks posted = records.late_receivers[send.late_receiver].posted;
  MpiAccount& completing = accounts_[send.completion_location];
  const Instance& instance = completing.instance(send.completion);
  if (instance.damaged) return anomalies_.add(kNeverLeft);
  const Ticks wait = late_receiver_wait(posted, instance.enter, instance.leave, instance.call);
  if (wait.count == 0) return;
  if (!belongs(metric::mpi_latereceiver, instance.region_class)) return anomalies_.add(kWrongKind);
  if (!completes_many(instance))
    return charge_late_receiver(completing, send.completion, wait, reference);
  Candidates& candidates = completing.candidates(send.completion);
  if (wait >= candidates.late_receiver) {
    candidates.late_receiver = wait;
    candidates.send = reference;
  }
}

void PointToPointWaits::charge_late_receiver(MpiAccount& account, std::uint32_t instance,
                                             Ticks wait, RecordRef send) {
  const Ticks charged =
      account.charge_wait(instance, metric::mpi_latereceiver, wait, WaitKind::LateReceiver, send);
  const LocationRecords& records = accounts_[send.location].records();
  const SendRecord& record = records.sends[send.index];
  const bool is_empty = record.bytes == 0;
  account.count(instance, is_empty ? metric::mpi_slr_count : metric::mpi_clr_count, 1);
  const MessageOrder order = records.late_receivers[record.late_receiver].order;
  if (order == MessageOrder::AsSent) return;
  const model::MetricId part =
      order == MessageOrder::BeforeOwn ? metric::mpi_lrwo_same : metric::mpi_lrwo_different;
  account.count(instance, part, static_cast<std::uint64_t>(charged.count));
  if (charged.count != 0) account.name_part(account.last_wait(), part);
  account.count(instance, is_empty ? metric::mpi_slrwo_count : metric::mpi_clrwo_count, 1);
}

}  // namespace tarry::analysis
