// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/evaluate.h"

#include <algorithm>

#include "analysis/patterns/account.h"
#include "analysis/patterns/collective.h"
#include "analysis/patterns/point_to_point.h"
#include "analysis/patterns/wrong_order.h"

namespace tarry::analysis {
namespace {

using model::MetricId;
namespace metric = model::metric;
using model::MpiCall;

struct MetricIds {
  MetricId late_sender = metric::mpi_latesender;
  MetricId wrong_order_same = metric::mpi_lswo_same;
  MetricId wrong_order_different = metric::mpi_lswo_different;
  MetricId late_receiver = metric::mpi_latereceiver;
  MetricId init_completion = metric::mpi_init_completion;
  MetricId finalize_wait = metric::mpi_finalize_wait;
  MetricId point_to_point = metric::mpi_point2point;
  MetricId collective = metric::mpi_collective;
  MetricId communication = metric::mpi_communication;
  MetricId synchronization = metric::mpi_synchronization;
  MetricId sync_collective = metric::mpi_sync_collective;
  MetricId syncs_send = metric::syncs_send;
  MetricId syncs_recv = metric::syncs_recv;
  MetricId comms_send = metric::comms_send;
  MetricId comms_recv = metric::comms_recv;
  MetricId bytes_sent = metric::bytes_sent;
  MetricId bytes_rcvd = metric::bytes_rcvd;
  MetricId late_senders_sync = metric::mpi_sls_count;
  MetricId late_senders_comm = metric::mpi_cls_count;
  MetricId wrong_order_sync = metric::mpi_slswo_count;
  MetricId wrong_order_comm = metric::mpi_clswo_count;
  MetricId late_receivers_sync = metric::mpi_slr_count;
  MetricId late_receivers_comm = metric::mpi_clr_count;
  MetricId syncs_coll = metric::syncs_coll;
  MetricId comms_cxch = metric::comms_cxch;
  MetricId comms_csrc = metric::comms_csrc;
  MetricId comms_cdst = metric::comms_cdst;
  MetricId bytes_cout = metric::bytes_cout;
  MetricId bytes_cin = metric::bytes_cin;
};

const MetricIds& ids() {
  static const MetricIds kIds;
  return kIds;
}

// The candidates of a call that completes several operations: it has one wait state, the largest
// (docs/definitions.md, "Limits of a wait").
struct Candidates {
  Ticks late_sender;
  std::uint32_t receive = kNoIndex;
  Ticks late_receiver;
  RecordRef send;
  Ticks collective;
  RecordRef collective_record;
  bool with_collective = false;  // it completes one, whether that waited or not

  enum class Largest : std::uint8_t { None, LateSender, Collective, LateReceiver };
  // Among equals in this order. Without a collective operation a Late Sender comes before all Late
  // Receivers, whatever their size.
  [[nodiscard]] Largest largest() const {
    const Ticks others = with_collective ? std::max(collective, late_receiver) : Ticks{0};
    if (late_sender.count > 0 && late_sender >= others) return Largest::LateSender;
    if (collective.count > 0 && collective >= late_receiver) return Largest::Collective;
    return late_receiver.count > 0 ? Largest::LateReceiver : Largest::None;
  }
};

// An account with what only MPI calls have.
class MpiAccount : public Account {
 public:
  using Account::Account;

  Candidates& candidates(std::uint32_t instance) {
    if (slots_.empty()) slots_.assign(records().instances.size(), kNoIndex);
    if (slots_[instance] == kNoIndex) {
      slots_[instance] = static_cast<std::uint32_t>(candidates_.size());
      candidates_.emplace_back();
    }
    return candidates_[slots_[instance]];
  }
  // Calls visit(instance, candidates) for all that have candidates, in order of instances.
  template <class Visit>
  void for_each_candidates(Visit visit) {
    for (std::uint32_t i = 0; i < slots_.size(); ++i)
      if (slots_[i] != kNoIndex) visit(i, candidates_[slots_[i]]);
  }

  // Charges a wait state and keeps what it was for.
  Ticks charge_wait(std::uint32_t instance, MetricId to, Ticks amount, WaitKind kind,
                    RecordRef record) {
    const Ticks charged = charge(instance, to, amount);
    if (charged.count != 0) waits_.push_back({charged, instance, callpath(instance), record, kind});
    return charged;
  }
  std::pmr::vector<WaitState> take_waits() { return std::move(waits_); }

  // Time that counts as communication of another class than the call it is spent in.
  void reclassify(std::uint32_t instance, model::CollectiveOp op, Ticks amount) {
    const CallPathId at = callpath(instance);
    cells().at(at, ids().point_to_point) -= amount.count;
    if (op == model::CollectiveOp::Barrier) {
      cells().at(at, ids().communication) -= amount.count;
      cells().at(at, ids().synchronization) += amount.count;
      cells().at(at, ids().sync_collective) += amount.count;
    } else {
      cells().at(at, ids().collective) += amount.count;
    }
  }

 private:
  std::pmr::vector<std::uint32_t> slots_;  // by instance: its candidates
  std::pmr::vector<Candidates> candidates_;
  std::pmr::vector<WaitState> waits_;
};

bool completes_many(const Instance& instance) { return instance.call == MpiCall::WaitMany; }

WaitKind kind_of(CollectiveShape shape) {
  switch (shape) {
    case CollectiveShape::Barrier:
      return WaitKind::Barrier;
    case CollectiveShape::NxN:
      return WaitKind::NxN;
    case CollectiveShape::OneToN:
      return WaitKind::OneToN;
    case CollectiveShape::NToOne:
      return WaitKind::NToOne;
    case CollectiveShape::Prefix:
    case CollectiveShape::None:
      return WaitKind::Other;
  }
  return WaitKind::Other;
}

class Evaluation {
 public:
  Evaluation(const ProcessRecords& process, std::vector<Cells>& cells, model::Anomalies& anomalies)
      : anomalies_(anomalies) {
    for (std::size_t l = 0; l < process.locations.size(); ++l)
      accounts_.emplace_back(process.locations[l], cells[l]);
  }

  void run() {
    for (std::size_t l = 0; l < accounts_.size(); ++l) collectives(static_cast<Sibling>(l));
    for (std::size_t l = 0; l < accounts_.size(); ++l) sends(static_cast<Sibling>(l));
    for (std::size_t l = 0; l < accounts_.size(); ++l) receives(static_cast<Sibling>(l));
    for (MpiAccount& account : accounts_)
      account.for_each_candidates([&](std::uint32_t instance, const Candidates& candidates) {
        settle(account, instance, candidates);
      });
  }

  std::pmr::vector<WaitState> take_waits(std::size_t location) {
    return accounts_[location].take_waits();
  }

  // A wait or completion of the whole process in its instance of MPI_Init or MPI_Finalize.
  void charge_first(std::uint32_t LocationRecords::*which, MetricId to, Ticks amount) {
    MpiAccount* first = nullptr;
    for (MpiAccount& account : accounts_) {
      const std::uint32_t i = account.records().*which;
      if (i == kNoIndex) continue;
      if (first == nullptr ||
          account.instance(i).leave < first->instance(first->records().*which).leave)
        first = &account;
    }
    if (first != nullptr) first->charge(first->records().*which, to, amount);
  }

 private:
  void collectives(Sibling location) {
    MpiAccount& account = accounts_[location];
    const auto& all = account.records().collectives;
    for (std::uint32_t c = 0; c < all.size(); ++c) {
      const CollectiveRecord& record = all[c];
      if (!record.completed) continue;
      MpiAccount& holder = accounts_[record.instance_location];
      const CallPathId counted_at =
          record.nonblocking ? record.initiated_at : holder.callpath(record.instance);
      const bool sends = record.bytes_sent != 0, receives = record.bytes_received != 0;
      account.count(counted_at,
                    sends ? (receives ? ids().comms_cxch : ids().comms_csrc)
                          : (receives ? ids().comms_cdst : ids().syncs_coll),
                    1);
      account.count(counted_at, ids().bytes_cout, record.bytes_sent);
      account.count(counted_at, ids().bytes_cin, record.bytes_received);
      if (record.nonblocking)
        nonblocking_wait(holder, {location, c});
      else
        blocking_wait(holder, {location, c});
    }
  }

  [[nodiscard]] const CollectiveRecord& collective(RecordRef reference) const {
    return accounts_[reference.location].records().collectives[reference.index];
  }

  void blocking_wait(MpiAccount& holder, RecordRef reference) {
    const CollectiveRecord& record = collective(reference);
    const CollectivePattern* pattern = collective_pattern(record.op);
    if (pattern == nullptr || (record.wait.count == 0 && record.completion.count == 0)) return;
    const Instance& instance = holder.instance(record.instance);
    if (!belongs(pattern->wait_metric, instance.region_class)) return anomalies_.add(kWrongKind);
    holder.charge_wait(record.instance, pattern->wait_metric, record.wait, kind_of(pattern->shape),
                       reference);
    if (pattern->completion_metric.valid())
      holder.charge(record.instance, pattern->completion_metric, record.completion);
  }

  void nonblocking_wait(MpiAccount& holder, RecordRef reference) {
    const CollectiveRecord& record = collective(reference);
    const Instance& instance = holder.instance(record.instance);
    if (completes_many(instance)) holder.candidates(record.instance).with_collective = true;
    if (record.wait.count == 0 || never_waits(instance.call)) return;
    if (!belongs(ids().point_to_point, instance.region_class))
      return anomalies_.add(kWrongKind);  // not completed by a Wait
    if (!completes_many(instance)) {
      charge_nonblocking(holder, record.instance, reference);
      return;
    }
    Candidates& candidates = holder.candidates(record.instance);
    if (record.wait > candidates.collective) {
      candidates.collective = record.wait;
      candidates.collective_record = reference;
    }
  }

  void charge_nonblocking(MpiAccount& holder, std::uint32_t instance, RecordRef reference) {
    const CollectiveRecord& record = collective(reference);
    const CollectivePattern* pattern = collective_pattern(record.op);
    const Ticks charged = holder.charge_wait(instance, pattern->wait_metric, record.wait,
                                             kind_of(pattern->shape), reference);
    holder.reclassify(instance, record.op, charged);
  }

  void receives(Sibling location) {
    MpiAccount& account = accounts_[location];
    WrongOrderDetector wrong_order;
    const auto& receives = account.records().receives;
    for (std::uint32_t r = 0; r < receives.size(); ++r) {
      const ReceiveRecord& receive = receives[r];
      const Instance& instance = account.instance(receive.instance);
      account.count(receive.instance, receive.bytes == 0 ? ids().syncs_recv : ids().comms_recv, 1);
      account.count(receive.instance, ids().bytes_rcvd, receive.bytes);
      if (receive.matched && instance.damaged)
        anomalies_.add("wait states not looked for because their region was never left");
      if (receive.matched && !instance.damaged) late_sender({location, r}, wrong_order);
      const bool last_of_call =
          r + 1 == receives.size() || receives[r + 1].instance != receive.instance;
      if (completes_many(instance) && last_of_call)
        settle_late_sender(location, receive.instance, wrong_order);
    }
  }

  void late_sender(RecordRef reference, WrongOrderDetector& wrong_order) {
    MpiAccount& account = accounts_[reference.location];
    const ReceiveRecord& receive = account.records().receives[reference.index];
    const Instance& instance = account.instance(receive.instance);
    const bool is_call = belongs(ids().late_sender, instance.region_class);
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

  // A call that completes many has its Late Sender instance at its end, if that is its wait state.
  void settle_late_sender(Sibling location, std::uint32_t instance,
                          WrongOrderDetector& wrong_order) {
    const Candidates& candidates = accounts_[location].candidates(instance);
    if (candidates.largest() == Candidates::Largest::LateSender)
      charge_late_sender({location, candidates.receive}, candidates.late_sender, wrong_order);
  }

  void charge_late_sender(RecordRef reference, Ticks wait, WrongOrderDetector& wrong_order) {
    MpiAccount& account = accounts_[reference.location];
    const ReceiveRecord& receive = account.records().receives[reference.index];
    const Ticks charged = account.charge_wait(receive.instance, ids().late_sender, wait,
                                              WaitKind::LateSender, reference);
    account.count(receive.instance,
                  receive.bytes == 0 ? ids().late_senders_sync : ids().late_senders_comm, 1);
    wrong_order.keep({receive.send_time, charged, receive.source,
                      account.callpath(receive.instance), receive.bytes});
  }

  static void charge_wrong_order(MpiAccount& account, const LateSenderInstance& late,
                                 bool same_source) {
    account.count(late.callpath, same_source ? ids().wrong_order_same : ids().wrong_order_different,
                  static_cast<std::uint64_t>(late.wait.count));
    account.count(late.callpath, late.bytes == 0 ? ids().wrong_order_sync : ids().wrong_order_comm,
                  1);
  }

  void sends(Sibling location) {
    MpiAccount& account = accounts_[location];
    const auto& all = account.records().sends;
    for (std::uint32_t s = 0; s < all.size(); ++s) {
      const SendRecord& send = all[s];
      account.count(send.instance, send.bytes == 0 ? ids().syncs_send : ids().comms_send, 1);
      account.count(send.instance, ids().bytes_sent, send.bytes);
      if (send.late_receiver == kNoIndex || send.completion == kNoIndex) continue;
      const Ticks posted = account.records().late_receivers[send.late_receiver].posted;
      MpiAccount& completing = accounts_[send.completion_location];
      const Instance& instance = completing.instance(send.completion);
      if (instance.damaged) {
        anomalies_.add("wait states not looked for because their region was never left");
        continue;
      }
      const Ticks wait = late_receiver_wait(posted, instance.enter, instance.leave, instance.call);
      if (wait.count == 0) continue;
      if (!belongs(ids().late_receiver, instance.region_class)) {
        anomalies_.add(kWrongKind);
        continue;
      }
      if (!completes_many(instance)) {
        charge_late_receiver(completing, send.completion, wait, {location, s});
        continue;
      }
      Candidates& candidates = completing.candidates(send.completion);
      if (wait >= candidates.late_receiver) {
        candidates.late_receiver = wait;
        candidates.send = {location, s};
      }
    }
  }

  void charge_late_receiver(MpiAccount& account, std::uint32_t instance, Ticks wait,
                            RecordRef reference) {
    account.charge_wait(instance, ids().late_receiver, wait, WaitKind::LateReceiver, reference);
    const std::uint64_t bytes =
        accounts_[reference.location].records().sends[reference.index].bytes;
    account.count(instance, bytes == 0 ? ids().late_receivers_sync : ids().late_receivers_comm, 1);
  }

  // What of a call that completes many has not been charged with its receives.
  void settle(MpiAccount& account, std::uint32_t instance, const Candidates& candidates) {
    if (candidates.largest() == Candidates::Largest::Collective)
      charge_nonblocking(account, instance, candidates.collective_record);
    else if (candidates.largest() == Candidates::Largest::LateReceiver)
      charge_late_receiver(account, instance, candidates.late_receiver, candidates.send);
  }

  model::Anomalies& anomalies_;
  std::vector<MpiAccount> accounts_;
};

}  // namespace

std::vector<Cells> evaluate(ProcessRecords& process, Ticks init_completion, Ticks finalize_wait,
                            model::Anomalies& anomalies) {
  std::vector<Cells> cells(process.locations.size());
  Evaluation evaluation(process, cells, anomalies);
  evaluation.run();
  for (std::size_t l = 0; l < process.locations.size(); ++l)
    process.locations[l].waits = evaluation.take_waits(l);
  evaluation.charge_first(&LocationRecords::init, ids().init_completion, init_completion);
  evaluation.charge_first(&LocationRecords::finalize, ids().finalize_wait, finalize_wait);
  return cells;
}

}  // namespace tarry::analysis
