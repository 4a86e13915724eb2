// SPDX-License-Identifier: BSD-3-Clause
// Each event costs one virtual call and one library call. The library keeps the previous time stamp
// and compresses integers by dropping leading zero bytes; for this reason small local ids are worth
// a table look-up.
#include "trace/otf2/location_writer.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/experiment_files.h"
#include "trace/otf2/archive_handle.h"

namespace tarry::trace::otf2 {
namespace {

using model::CollectiveRecord;
using model::CommId;
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

// The number of events that fit into a small chunk: no event takes more than 64 bytes with its time
// stamp, no entry of a mapping table or clock offset more than 32.
constexpr std::uint64_t kFewEvents = 4000;
// Readings of more counters count as several events.
constexpr std::size_t kFewValues = 4;
constexpr OTF2_RmaSyncLevel kProcessAndMemory =
    OTF2_RMA_SYNC_LEVEL_PROCESS | OTF2_RMA_SYNC_LEVEL_MEMORY;
constexpr std::uint64_t kFewEntries = 2 * kFewEvents;
static_assert(kFewEvents * 64 + 1024 < kSmallChunkBytes);
static_assert(kFewEntries * 32 + 1024 < kSmallChunkBytes);

// Assigns small ids in order of first use.
class LocalIds {
 public:
  std::uint32_t local(std::uint32_t global) {
    if (global < local_.size() && local_[global] != kNone) [[likely]]
      return local_[global];
    return add(global);
  }
  [[nodiscard]] const std::vector<std::uint32_t>& globals() const { return globals_; }
  [[nodiscard]] bool is_identity() const {
    for (std::size_t i = 0; i < globals_.size(); ++i)
      if (globals_[i] != i) return false;
    return true;
  }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t add(std::uint32_t global) {
    if (global == kNone) return kNone;  // "undefined" in OTF2, too
    if (global >= local_.size()) local_.resize(std::size_t{global} + 1, kNone);
    const auto id = static_cast<std::uint32_t>(globals_.size());
    local_[global] = id;
    globals_.push_back(global);
    return id;
  }

  std::vector<std::uint32_t> local_;    // by global id
  std::vector<std::uint32_t> globals_;  // by local id
};

// Every file of the library ends with the marks for "end of file" and "end of chunk".
bool is_whole(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  char end[2] = {};
  return file.seekg(-2, std::ios::end) && file.read(end, 2) && end[0] == 2 && end[1] == 1;
}

struct DeleteAttributes {
  void operator()(OTF2_AttributeList* list) const { OTF2_AttributeList_Delete(list); }
};

class EventFile final : public LocationWriter {
 public:
  EventFile(ArchiveHandle archive, OTF2_EvtWriter* events, std::uint64_t trace_id, std::string path,
            std::uint64_t most_events, bool is_small)
      : archive_(std::move(archive)),
        events_(events),
        trace_id_(trace_id),
        path_(std::move(path)),
        room_(most_events),
        is_small_(is_small) {}

  void expect_most(RegionId region) override { regions_.local(region.value); }
  void is_of_program(std::uint32_t number) override { program_ = kProgramString + number; }
  void creates_threads_of(CommId contingent) override { contingent_ = contingent; }

  void enter(Ticks time, RegionId region) override {
    if (may_write())
      keep(OTF2_EvtWriter_Enter(events_, nullptr, stamp(time), regions_.local(region.value)));
  }
  void leave(Ticks time, RegionId region) override {
    if (may_write())
      keep(OTF2_EvtWriter_Leave(events_, joined_calls_list(), stamp(time),
                                regions_.local(region.value)));
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
      keep(OTF2_EvtWriter_MpiCollectiveEnd(events_, nullptr, stamp(time),
                                           static_cast<OTF2_CollectiveOp>(c.op), comm(c.comm),
                                           c.root.value, c.bytes_sent, c.bytes_received));
  }
  void nonblocking_collective_request(Ticks time, RequestId request) override {
    if (may_write())
      keep(OTF2_EvtWriter_NonBlockingCollectiveRequest(events_, nullptr, stamp(time),
                                                       request.value));
  }
  void nonblocking_collective_complete(Ticks time, const CollectiveRecord& c) override {
    if (may_write())
      keep(OTF2_EvtWriter_NonBlockingCollectiveComplete(
          events_, nullptr, stamp(time), static_cast<OTF2_CollectiveOp>(c.op), comm(c.comm),
          c.root.value, c.bytes_sent, c.bytes_received, c.request.value));
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
                                       groups_.local(group_reference(s.group))));
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
                                      std::max(begin, unsigned_time(stop))));
  }
  void measurement_on_off(Ticks time, bool on) override {
    if (may_write())
      keep(OTF2_EvtWriter_MeasurementOnOff(events_, nullptr, stamp(time),
                                           on ? OTF2_MEASUREMENT_ON : OTF2_MEASUREMENT_OFF));
  }

  base::Result<std::uint64_t> finish(const std::vector<ClockOffset>& clock_offsets) override;

 private:
  static OTF2_TimeStamp unsigned_time(Ticks time) {
    return static_cast<OTF2_TimeStamp>(std::max<std::int64_t>(time.count, 0));
  }

  // The attributes of a receive; the library empties the list when it writes the event.
  OTF2_AttributeList* attributes(const MessageRecord& message) {
    if (!message.from_any_source) return nullptr;
    if (attributes_ == nullptr) attributes_.reset(OTF2_AttributeList_New());
    keep(OTF2_AttributeList_AddUint8(attributes_.get(), kAnySource, 1));
    return attributes_.get();
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

  // The library refuses an event that is earlier than the one before it. The event is worth more
  // than the few ticks by which a migrating thread's counter may step back.
  OTF2_TimeStamp stamp(Ticks time) {
    last_ = std::max(last_, unsigned_time(time));
    return last_;
  }

  std::uint32_t comm(CommId id) { return comms_.local(id.value); }
  std::uint32_t contingent() { return comm(contingent_); }
  std::uint32_t window(WindowId id) { return windows_.local(id.value); }
  static OTF2_LockType lock_type(const RmaLockRecord& lock) {
    return lock.exclusive ? OTF2_LOCK_EXCLUSIVE : OTF2_LOCK_SHARED;
  }

  // After a failed write (a full disk) the library must not be called again, not even to close: it
  // writes from memory that it has given back.
  [[nodiscard]] bool sound() const { return first_failure_ == OTF2_SUCCESS; }

  // Must be called before every event.
  bool may_write(std::uint64_t events = 1) {
    if (room_ < events) [[unlikely]]
      first_failure_ = OTF2_ERROR_INVALID_SIZE_GIVEN;
    else
      room_ -= events;
    return sound();
  }

  void keep(OTF2_ErrorCode code) {
    if (code != OTF2_SUCCESS && first_failure_ == OTF2_SUCCESS) [[unlikely]]
      first_failure_ = code;
  }

  void write_mapping(OTF2_DefWriter* definitions, OTF2_MappingType type, const LocalIds& ids);
  void write_clock_offsets(OTF2_DefWriter* definitions, const std::vector<ClockOffset>& offsets);
  void write_local_definitions(const std::vector<ClockOffset>& offsets);

  ArchiveHandle archive_;
  OTF2_EvtWriter* events_;
  OTF2_TimeStamp last_ = 0;
  OTF2_StringRef program_ = kProgramString;
  CommId contingent_;  // undefined if it was not set
  LocalIds regions_;
  LocalIds comms_;
  LocalIds windows_;
  LocalIds groups_;
  std::unique_ptr<OTF2_AttributeList, DeleteAttributes> attributes_;  // the present event's
  std::uint64_t joined_calls_ = 0;                                    // attribute of the next leave
  std::vector<OTF2_Type> counter_types_;                              // the present reading's
  std::vector<OTF2_MetricValue> counter_values_;
  std::uint64_t trace_id_;
  std::string path_;
  std::uint64_t room_;  // number of events that may follow
  bool is_small_;       // one small chunk holds them, another the definitions
  OTF2_ErrorCode first_failure_ = OTF2_SUCCESS;
};

void EventFile::write_mapping(OTF2_DefWriter* definitions, OTF2_MappingType type,
                              const LocalIds& ids) {
  if (ids.is_identity()) return;  // the library has no table for it, and readers need none
  OTF2_IdMap* map =
      OTF2_IdMap_CreateFromUint32Array(ids.globals().size(), ids.globals().data(), true);
  if (map == nullptr) return keep(OTF2_ERROR_MEM_FAULT);
  keep(OTF2_DefWriter_WriteMappingTable(definitions, type, map));
  OTF2_IdMap_Free(map);
}

void EventFile::write_clock_offsets(OTF2_DefWriter* definitions,
                                    const std::vector<ClockOffset>& offsets) {
  for (const ClockOffset& at : offsets)
    keep(OTF2_DefWriter_WriteClockOffset(definitions, at.ticks, at.offset, 0.0));
  // Readers correct between two records; a single one holds for all times.
  if (offsets.size() == 1)
    keep(OTF2_DefWriter_WriteClockOffset(definitions, std::max(last_, offsets[0].ticks + 1),
                                         offsets[0].offset, 0.0));
}

void EventFile::write_local_definitions(const std::vector<ClockOffset>& offsets) {
  keep(OTF2_Archive_OpenDefFiles(archive_.get()));
  OTF2_DefWriter* definitions = OTF2_Archive_GetDefWriter(archive_.get(), trace_id_);
  if (definitions == nullptr) return keep(OTF2_ERROR_INVALID);
  const std::size_t entries = regions_.globals().size() + comms_.globals().size() +
                              windows_.globals().size() + groups_.globals().size() + offsets.size();
  if (is_small_ && entries > kFewEntries) return keep(OTF2_ERROR_INVALID_SIZE_GIVEN);
  write_mapping(definitions, OTF2_MAPPING_REGION, regions_);
  write_mapping(definitions, OTF2_MAPPING_COMM, comms_);
  write_mapping(definitions, OTF2_MAPPING_RMA_WIN, windows_);
  write_mapping(definitions, OTF2_MAPPING_GROUP, groups_);
  write_clock_offsets(definitions, offsets);
  keep(OTF2_Archive_CloseDefWriter(archive_.get(), definitions));
  keep(OTF2_Archive_CloseDefFiles(archive_.get()));
}

base::Result<std::uint64_t> EventFile::finish(const std::vector<ClockOffset>& clock_offsets) {
  if (!archive_)
    return base::Error{base::ErrorCode::Failed, "event file was finished before", path_, ""};
  std::uint64_t count = 0;
  if (sound()) keep(OTF2_EvtWriter_GetNumberOfEvents(events_, &count));
  if (sound()) keep(OTF2_Archive_CloseEvtWriter(archive_.get(), events_));
  if (sound()) keep(OTF2_Archive_CloseEvtFiles(archive_.get()));
  events_ = nullptr;
  if (sound()) write_local_definitions(clock_offsets);
  OTF2_Archive* archive = archive_.release();  // leaked after a failure, see sound()
  if (sound()) keep(OTF2_Archive_Close(archive));
  if (!sound()) return library_error(first_failure_, "cannot write the event file", path_);
  // The library reports success even if it could not write the rest of a file.
  for (const char* suffix : {".evt", ".def"})
    if (const auto file = std::filesystem::path(path_).replace_extension(suffix); !is_whole(file))
      return base::Error{base::ErrorCode::Io, "cannot write all of the event file", file.string(),
                         "is the disk full?"};
  return count;
}

}  // namespace

base::Result<std::unique_ptr<LocationWriter>> open_location_writer(
    const std::filesystem::path& directory, std::uint64_t trace_id, std::uint64_t most_events) {
  const bool small = most_events <= kFewEvents;
  const ChunkBytes chunks =
      small ? ChunkBytes{.events = kSmallChunkBytes, .definitions = kSmallChunkBytes}
            : ChunkBytes{};
  TRY_ASSIGN(ArchiveHandle archive, open_for_writing(directory, WriterRole::Events, chunks));
  const std::string path =
      (directory / base::kArchiveFolder / (std::to_string(trace_id) + ".evt")).string();
  if (const auto code = OTF2_Archive_OpenEvtFiles(archive.get()); code != OTF2_SUCCESS)
    return library_error(code, "cannot open the event file", path);
  OTF2_EvtWriter* events = OTF2_Archive_GetEvtWriter(archive.get(), trace_id);
  if (events == nullptr)
    return base::Error{base::ErrorCode::Io, "cannot open the event file", path, ""};
  return std::unique_ptr<LocationWriter>(
      new EventFile(std::move(archive), events, trace_id, path, most_events, small));
}

}  // namespace tarry::trace::otf2
