// SPDX-License-Identifier: BSD-3-Clause
// Each event costs one virtual call and one library call. The library keeps the previous time stamp
// and compresses integers by dropping leading zero bytes; for this reason small local ids are worth
// a table look-up.
#include "trace/otf2/location_writer.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "trace/otf2/event_file.h"
#include "trace/otf2/event_type.h"
#include "trace/otf2/local_ids.h"

namespace tarry::trace::otf2 {
namespace {

using model::CollectiveRecord;
using model::CommId;
using model::FileCompletion;
using model::FileId;
using model::FileOperation;
using model::LockRecord;
using model::MessageRecord;
using model::RegionId;
using model::RequestId;
using model::RmaCollectiveRecord;
using model::RmaCompletion;
using model::RmaGroupSync;
using model::RmaLockRecord;
using model::RmaOperation;
using model::TaskId;
using model::Ticks;
using model::WindowId;

// Readings of more counters count as several events.
constexpr std::size_t kFewValues = 4;
constexpr OTF2_RmaSyncLevel kProcessAndMemory =
    OTF2_RMA_SYNC_LEVEL_PROCESS | OTF2_RMA_SYNC_LEVEL_MEMORY;

struct DeleteAttributes {
  void operator()(OTF2_AttributeList* list) const { OTF2_AttributeList_Delete(list); }
};

class EventWriter final : public LocationWriter {
 public:
  explicit EventWriter(EventFile file) : file_(std::move(file)), events_(file_.writer()) {}

  void expect_most(RegionId region) override { ids_.regions.local(region.value); }
  void is_of_program(std::uint32_t number) override { program_ = kProgramString + number; }
  void creates_threads_of(CommId contingent) override { contingent_ = contingent; }

  void enter(Ticks time, RegionId region) override {
    if (may_write())
      keep(OTF2_EvtWriter_Enter(events_, nullptr, stamp(time), ids_.regions.local(region.value)));
  }
  void leave(Ticks time, RegionId region) override {
    if (may_write())
      keep(OTF2_EvtWriter_Leave(events_, joined_calls_list(), stamp(time),
                                ids_.regions.local(region.value)));
  }
  void joined_calls(Ticks, std::uint64_t more) override { joined_calls_ = more; }
  void program_begin(Ticks time, RegionId) override {
    if (may_write())
      keep(OTF2_EvtWriter_ProgramBegin(events_, nullptr, stamp(time), program_, 0, nullptr));
  }
  void program_end(Ticks time, RegionId) override {
    if (may_write())
      keep(OTF2_EvtWriter_ProgramEnd(events_, nullptr, stamp(time), OTF2_UNDEFINED_INT64));
  }

  void mpi_send(Ticks time, const MessageRecord& m) override {
    if (may_write())
      keep(OTF2_EvtWriter_MpiSend(events_, nullptr, stamp(time), m.peer.value, comm(m.comm), m.tag,
                                  m.bytes));
  }
  void mpi_isend(Ticks time, const MessageRecord& m) override {
    if (may_write())
      keep(OTF2_EvtWriter_MpiIsend(events_, nullptr, stamp(time), m.peer.value, comm(m.comm), m.tag,
                                   m.bytes, m.request.value));
  }
  void mpi_isend_complete(Ticks time, RequestId request) override {
    if (may_write())
      keep(OTF2_EvtWriter_MpiIsendComplete(events_, nullptr, stamp(time), request.value));
  }
  void mpi_irecv_request(Ticks time, RequestId request) override {
    if (may_write())
      keep(OTF2_EvtWriter_MpiIrecvRequest(events_, nullptr, stamp(time), request.value));
  }
  void mpi_recv(Ticks time, const MessageRecord& m) override {
    if (may_write())
      keep(OTF2_EvtWriter_MpiRecv(events_, attributes(m), stamp(time), m.peer.value, comm(m.comm),
                                  m.tag, m.bytes));
  }
  void mpi_irecv(Ticks time, const MessageRecord& m) override {
    if (may_write())
      keep(OTF2_EvtWriter_MpiIrecv(events_, attributes(m), stamp(time), m.peer.value, comm(m.comm),
                                   m.tag, m.bytes, m.request.value));
  }
  void mpi_request_test(Ticks time, RequestId request) override {
    if (may_write())
      keep(OTF2_EvtWriter_MpiRequestTest(events_, nullptr, stamp(time), request.value));
  }
  void mpi_request_cancelled(Ticks time, RequestId request) override {
    if (may_write())
      keep(OTF2_EvtWriter_MpiRequestCancelled(events_, nullptr, stamp(time), request.value));
  }

  void collective_begin(Ticks time) override {
    if (may_write()) keep(OTF2_EvtWriter_MpiCollectiveBegin(events_, nullptr, stamp(time)));
  }
  void collective_end(Ticks time, const CollectiveRecord& c) override {
    if (may_write())
      keep(OTF2_EvtWriter_MpiCollectiveEnd(events_, attributes(c), stamp(time), operation(c),
                                           comm(c.comm), c.root.value, c.bytes_sent,
                                           c.bytes_received));
  }
  void nonblocking_collective_request(Ticks time, RequestId request) override {
    if (may_write())
      keep(OTF2_EvtWriter_NonBlockingCollectiveRequest(events_, nullptr, stamp(time),
                                                       request.value));
  }
  void nonblocking_collective_complete(Ticks time, const CollectiveRecord& c) override {
    if (may_write())
      keep(OTF2_EvtWriter_NonBlockingCollectiveComplete(
          events_, attributes(c), stamp(time), operation(c), comm(c.comm), c.root.value,
          c.bytes_sent, c.bytes_received, c.request.value));
  }

  void rma_window_created(Ticks time, WindowId window) override {
    if (may_write())
      keep(OTF2_EvtWriter_RmaWinCreate(events_, nullptr, stamp(time), this->window(window)));
  }
  void rma_window_destroyed(Ticks time, WindowId window) override {
    if (may_write())
      keep(OTF2_EvtWriter_RmaWinDestroy(events_, nullptr, stamp(time), this->window(window)));
  }
  void rma_collective_begin(Ticks time) override {
    if (may_write()) keep(OTF2_EvtWriter_RmaCollectiveBegin(events_, nullptr, stamp(time)));
  }
  void rma_collective_end(Ticks time, const RmaCollectiveRecord& c) override {
    if (may_write())
      keep(OTF2_EvtWriter_RmaCollectiveEnd(events_, nullptr, stamp(time),
                                           static_cast<OTF2_CollectiveOp>(c.op), kProcessAndMemory,
                                           window(c.window), OTF2_COLLECTIVE_ROOT_NONE, 0, 0));
  }
  void rma_group_sync(Ticks time, const RmaGroupSync& s) override {
    if (may_write())
      keep(OTF2_EvtWriter_RmaGroupSync(events_, nullptr, stamp(time), s.level, window(s.window),
                                       ids_.groups.local(group_reference(s.group))));
  }
  void rma_lock_requested(Ticks time, const RmaLockRecord& l) override {
    if (may_write())
      keep(OTF2_EvtWriter_RmaRequestLock(events_, nullptr, stamp(time), window(l.window),
                                         l.target.value, l.lock, lock_type(l)));
  }
  void rma_lock_acquired(Ticks time, const RmaLockRecord& l) override {
    if (may_write())
      keep(OTF2_EvtWriter_RmaAcquireLock(events_, nullptr, stamp(time), window(l.window),
                                         l.target.value, l.lock, lock_type(l)));
  }
  void rma_lock_released(Ticks time, const RmaLockRecord& l) override {
    if (may_write())
      keep(OTF2_EvtWriter_RmaReleaseLock(events_, nullptr, stamp(time), window(l.window),
                                         l.target.value, l.lock));
  }
  void rma_operation(Ticks time, const RmaOperation& o) override {
    if (!may_write()) return;
    const std::uint32_t win = window(o.window);
    switch (o.kind) {
      case RmaOperation::Kind::Put:
        return keep(OTF2_EvtWriter_RmaPut(events_, nullptr, stamp(time), win, o.target.value,
                                          o.bytes_sent, o.matching));
      case RmaOperation::Kind::Get:
        return keep(OTF2_EvtWriter_RmaGet(events_, nullptr, stamp(time), win, o.target.value,
                                          o.bytes_received, o.matching));
      case RmaOperation::Kind::Atomic:
        return keep(OTF2_EvtWriter_RmaAtomic(events_, nullptr, stamp(time), win, o.target.value,
                                             o.atomic_type, o.bytes_sent, o.bytes_received,
                                             o.matching));
    }
  }
  void rma_operation_completed(Ticks time, const RmaCompletion& c) override {
    if (!may_write()) return;
    const std::uint32_t win = window(c.window);
    switch (c.kind) {
      case RmaCompletion::Kind::Blocking:
        return keep(
            OTF2_EvtWriter_RmaOpCompleteBlocking(events_, nullptr, stamp(time), win, c.matching));
      case RmaCompletion::Kind::NonBlocking:
        return keep(OTF2_EvtWriter_RmaOpCompleteNonBlocking(events_, nullptr, stamp(time), win,
                                                            c.matching));
      case RmaCompletion::Kind::Remote:
        return keep(
            OTF2_EvtWriter_RmaOpCompleteRemote(events_, nullptr, stamp(time), win, c.matching));
    }
  }

  void file_opened(Ticks time, FileId file) override {
    if (may_write())
      keep(OTF2_EvtWriter_IoCreateHandle(events_, nullptr, stamp(time), this->file(file),
                                         OTF2_IO_ACCESS_MODE_READ_WRITE, OTF2_IO_CREATION_FLAG_NONE,
                                         OTF2_IO_STATUS_FLAG_NONE));
  }
  void file_closed(Ticks time, FileId file) override {
    if (may_write())
      keep(OTF2_EvtWriter_IoDestroyHandle(events_, nullptr, stamp(time), this->file(file)));
  }
  void file_operation_begun(Ticks time, const FileOperation& o) override {
    const std::uint32_t flags =
        (o.is_collective ? kIoCollective : 0) | (o.is_nonblocking ? kIoNonBlocking : 0);
    if (may_write())
      keep(OTF2_EvtWriter_IoOperationBegin(events_, nullptr, stamp(time), file(o.file),
                                           static_cast<OTF2_IoOperationMode>(o.kind), flags,
                                           o.bytes_wanted, o.matching));
  }
  void file_operation_completed(Ticks time, const FileCompletion& c) override {
    if (may_write())
      keep(OTF2_EvtWriter_IoOperationComplete(events_, nullptr, stamp(time), file(c.file), c.bytes,
                                              c.matching));
  }

  void thread_begin(Ticks time, std::uint64_t thread) override {
    if (may_write())
      keep(OTF2_EvtWriter_ThreadBegin(events_, nullptr, stamp(time), contingent(), thread));
  }
  void thread_end(Ticks time, std::uint64_t thread) override {
    if (may_write())
      keep(OTF2_EvtWriter_ThreadEnd(events_, nullptr, stamp(time), contingent(), thread));
  }
  void thread_created(Ticks time, std::uint64_t thread) override {
    if (may_write())
      keep(OTF2_EvtWriter_ThreadCreate(events_, nullptr, stamp(time), contingent(), thread));
  }
  void thread_waited(Ticks time, std::uint64_t thread) override {
    if (may_write())
      keep(OTF2_EvtWriter_ThreadWait(events_, nullptr, stamp(time), contingent(), thread));
  }

  void thread_fork(Ticks time, std::uint32_t requested) override {
    if (may_write())
      keep(OTF2_EvtWriter_ThreadFork(events_, nullptr, stamp(time), OTF2_PARADIGM_OPENMP,
                                     requested));
  }
  void thread_join(Ticks time) override {
    if (may_write())
      keep(OTF2_EvtWriter_ThreadJoin(events_, nullptr, stamp(time), OTF2_PARADIGM_OPENMP));
  }
  void team_begin(Ticks time, CommId team) override {
    if (may_write())
      keep(OTF2_EvtWriter_ThreadTeamBegin(events_, nullptr, stamp(time), comm(team)));
  }
  void team_end(Ticks time, CommId team) override {
    if (may_write()) keep(OTF2_EvtWriter_ThreadTeamEnd(events_, nullptr, stamp(time), comm(team)));
  }
  void lock_acquired(Ticks time, const LockRecord& l) override {
    if (may_write())
      keep(OTF2_EvtWriter_ThreadAcquireLock(
          events_, nullptr, stamp(time), static_cast<OTF2_Paradigm>(l.paradigm), l.lock, l.order));
  }
  void lock_released(Ticks time, const LockRecord& l) override {
    if (may_write())
      keep(OTF2_EvtWriter_ThreadReleaseLock(
          events_, nullptr, stamp(time), static_cast<OTF2_Paradigm>(l.paradigm), l.lock, l.order));
  }
  void task_created(Ticks time, const TaskId& t) override {
    if (may_write())
      keep(OTF2_EvtWriter_ThreadTaskCreate(events_, nullptr, stamp(time), comm(t.team), t.creator,
                                           t.generation));
  }
  void task_switched(Ticks time, const TaskId& t) override {
    if (may_write())
      keep(OTF2_EvtWriter_ThreadTaskSwitch(events_, nullptr, stamp(time), comm(t.team), t.creator,
                                           t.generation));
  }
  void task_completed(Ticks time, const TaskId& t) override {
    if (may_write())
      keep(OTF2_EvtWriter_ThreadTaskComplete(events_, nullptr, stamp(time), comm(t.team), t.creator,
                                             t.generation));
  }

  void counters_read(Ticks time, model::CounterSetId set,
                     std::span<const model::CounterValue> values) override {
    if (!may_write(1 + values.size() / kFewValues)) return;
    counter_types_.clear();
    counter_values_.clear();
    for (const model::CounterValue& value : values) {
      counter_types_.push_back(static_cast<OTF2_Type>(value.type));
      counter_values_.push_back({.unsigned_int = value.bits});
    }
    keep(OTF2_EvtWriter_Metric(events_, nullptr, stamp(time), set.value,
                               static_cast<std::uint8_t>(values.size()), counter_types_.data(),
                               counter_values_.data()));
  }

  void buffer_flush(Ticks time, Ticks stop) override {
    const OTF2_TimeStamp begin = stamp(time);
    if (may_write())
      keep(OTF2_EvtWriter_BufferFlush(events_, nullptr, begin,
                                      std::max(begin, EventFile::unsigned_time(stop))));
  }
  void measurement_on_off(Ticks time, bool on) override {
    if (may_write())
      keep(OTF2_EvtWriter_MeasurementOnOff(events_, nullptr, stamp(time),
                                           on ? OTF2_MEASUREMENT_ON : OTF2_MEASUREMENT_OFF));
  }

  base::Result<std::uint64_t> finish(const std::vector<ClockOffset>& clock_offsets) override {
    return file_.finish(ids_, clock_offsets);
  }

 private:
  // Must be called before every event.
  bool may_write(std::uint64_t events = 1) { return file_.may_write(events); }
  void keep(OTF2_ErrorCode code) { file_.keep(code); }
  OTF2_TimeStamp stamp(Ticks time) { return file_.stamp(time); }

  // The attributes of a receive; the library empties the list when it writes the event.
  OTF2_AttributeList* attributes(const MessageRecord& message) {
    if (!message.from_any_source) return nullptr;
    if (attributes_ == nullptr) attributes_.reset(OTF2_AttributeList_New());
    keep(OTF2_AttributeList_AddUint8(attributes_.get(), kAnySource, 1));
    return attributes_.get();
  }

  // The attributes of the end of a collective operation.
  OTF2_AttributeList* attributes(const CollectiveRecord& collective) {
    if (!model::is_neighborhood_op(collective.op)) return nullptr;
    if (attributes_ == nullptr) attributes_.reset(OTF2_AttributeList_New());
    keep(OTF2_AttributeList_AddUint8(attributes_.get(), kNeighborhood,
                                     static_cast<std::uint8_t>(model::among_all(collective.op))));
    return attributes_.get();
  }

  // The sizes of an all-to-all decide who exchanges with whom, so that other tools look for no
  // waits.
  static OTF2_CollectiveOp operation(const CollectiveRecord& collective) {
    return static_cast<OTF2_CollectiveOp>(
        model::is_neighborhood_op(collective.op) ? model::CollectiveOp::Alltoallv : collective.op);
  }

  // The attributes of a leave.
  OTF2_AttributeList* joined_calls_list() {
    if (joined_calls_ == 0) [[likely]]
      return nullptr;
    if (attributes_ == nullptr) attributes_.reset(OTF2_AttributeList_New());
    keep(OTF2_AttributeList_AddUint64(attributes_.get(), kJoinedCalls,
                                      std::exchange(joined_calls_, 0)));
    return attributes_.get();
  }

  std::uint32_t comm(CommId id) { return ids_.communicators.local(id.value); }
  std::uint32_t contingent() { return comm(contingent_); }
  std::uint32_t window(WindowId id) { return ids_.windows.local(id.value); }
  std::uint32_t file(FileId id) { return ids_.files.local(id.value); }
  static OTF2_LockType lock_type(const RmaLockRecord& lock) {
    return lock.exclusive ? OTF2_LOCK_EXCLUSIVE : OTF2_LOCK_SHARED;
  }

  EventFile file_;
  OTF2_EvtWriter* events_;
  OTF2_StringRef program_ = kProgramString;
  CommId contingent_;  // undefined if it was not set
  LocalIdTables ids_;
  std::unique_ptr<OTF2_AttributeList, DeleteAttributes> attributes_;  // the present event's
  std::uint64_t joined_calls_ = 0;                                    // attribute of the next leave
  std::vector<OTF2_Type> counter_types_;                              // the present reading's
  std::vector<OTF2_MetricValue> counter_values_;
};

}  // namespace

base::Result<std::unique_ptr<LocationWriter>> open_location_writer(
    const std::filesystem::path& directory, std::uint64_t trace_id, std::uint64_t most_events) {
  TRY_ASSIGN(EventFile file, EventFile::open(directory, trace_id, most_events));
  return std::unique_ptr<LocationWriter>(new EventWriter(std::move(file)));
}

}  // namespace tarry::trace::otf2
