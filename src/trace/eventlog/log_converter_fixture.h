// SPDX-License-Identifier: BSD-3-Clause
// The definitions of one process, and what the converter makes of a log as text, for tests.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "base/temporary_directory.h"
#include "trace/eventlog/id_translation.h"
#include "trace/eventlog/log_builder.h"
#include "trace/eventlog/log_converter.h"

namespace tarry::trace::eventlog {

// Represents every event as one word.
class EventNotes : public model::EventHandler, public model::OperandsHandler {
 public:
  std::vector<std::string> events;
  void enter(model::Ticks t, model::RegionId r) override { note(t, "enter", r.value); }
  void leave(model::Ticks t, model::RegionId r) override { note(t, "leave", r.value); }
  void joined_calls(model::Ticks t, std::uint64_t more) override { note(t, "more", more); }
  void program_begin(model::Ticks t, model::RegionId) override { note(t, "program", 1); }
  void program_end(model::Ticks t, model::RegionId) override { note(t, "program", 0); }
  void call_site(model::Ticks t, model::RegionId r) override { note(t, "from", r.value); }
  void mpi_arguments(model::Ticks t, const model::MpiArguments& a) override {
    note(t, "asks", a.comm.value, a.posted_peer, a.posted_tag, a.count, a.datatype);
  }
  void mpi_operands(model::Ticks t, const model::MpiOperands& o) override {
    note(t, "told", static_cast<int>(o.shape), o.object, o.comm.value, o.target, o.at, o.size,
         o.unit, o.bytes, o.received, o.count, o.datatype, o.mode, o.reduction, o.name,
         o.request.value);
  }
  void mpi_isend(model::Ticks t, const model::MessageRecord& m) override {
    note(t, "isend", m.peer.value, m.comm.value, m.tag, m.bytes, m.request.value);
  }
  void mpi_recv(model::Ticks t, const model::MessageRecord& m) override {
    note(t, m.request.valid() ? "irecv" : "recv", m.peer.value, m.comm.value, m.tag, m.bytes);
  }
  void mpi_isend_complete(model::Ticks t, model::RequestId r) override {
    note(t, "complete", r.value);
  }
  void collective_begin(model::Ticks t) override { note(t, "begin"); }
  void collective_end(model::Ticks t, const model::CollectiveRecord& c) override {
    note(t, "end", static_cast<int>(c.op), c.comm.value, c.root.value, c.bytes_sent,
         c.bytes_received);
  }
  void rma_window_created(model::Ticks t, model::WindowId w) override {
    note(t, "window", w.value, 1);
  }
  void rma_window_destroyed(model::Ticks t, model::WindowId w) override {
    note(t, "window", w.value, 0);
  }
  void rma_collective_begin(model::Ticks t) override { note(t, "rma-begin"); }
  void rma_collective_end(model::Ticks t, const model::RmaCollectiveRecord& c) override {
    note(t, "rma-end", static_cast<int>(c.op), c.window.value);
  }
  void rma_group_sync(model::Ticks t, const model::RmaGroupSync& s) override {
    note(t, "sync", s.window.value, s.group.value);
  }
  void rma_lock_requested(model::Ticks t, const model::RmaLockRecord& l) override {
    note(t, l.exclusive ? "exclusive" : "shared", l.window.value, l.target.value);
  }
  void rma_lock_released(model::Ticks t, const model::RmaLockRecord& l) override {
    note(t, "unlock", l.window.value, l.target.valid());
  }
  void rma_operation(model::Ticks t, const model::RmaOperation& o) override {
    note(t, "operation", static_cast<int>(o.kind), static_cast<int>(o.atomic_type), o.window.value,
         o.target.value, o.bytes_sent, o.bytes_received, o.matching);
  }
  void rma_operation_completed(model::Ticks t, const model::RmaCompletion& c) override {
    note(t, "completed", static_cast<int>(c.kind), c.window.value, c.matching);
  }
  void file_opened(model::Ticks t, model::FileId f) override { note(t, "opened", f.value); }
  void file_closed(model::Ticks t, model::FileId f) override { note(t, "closed", f.value); }
  void file_operation_begun(model::Ticks t, const model::FileOperation& o) override {
    note(t, "transfer", static_cast<int>(o.kind), o.is_collective, o.is_nonblocking, o.file.value,
         o.bytes_wanted, o.matching);
  }
  void file_operation_completed(model::Ticks t, const model::FileCompletion& c) override {
    note(t, "moved", c.file.value, c.bytes, c.matching);
  }
  void statistic_measured(model::Ticks t, std::uint32_t statistic, std::uint64_t value) override {
    note(t, "statistic", statistic, value);
  }
  void buffer_flush(model::Ticks t, model::Ticks stop) override { note(t, "flush", stop.count); }
  void measurement_on_off(model::Ticks t, bool on) override { note(t, "on", on); }
  void thread_begin(model::Ticks t, std::uint64_t n) override { note(t, "thread", 1, n); }
  void thread_end(model::Ticks t, std::uint64_t n) override { note(t, "thread", 0, n); }
  void thread_created(model::Ticks t, std::uint64_t n) override { note(t, "created", n); }
  void thread_waited(model::Ticks t, std::uint64_t n) override { note(t, "waited", n); }
  void thread_fork(model::Ticks t, std::uint32_t requested) override { note(t, "fork", requested); }
  void thread_join(model::Ticks t) override { note(t, "join"); }
  void team_begin(model::Ticks t, model::CommId team) override { note(t, "team", team.value, 1); }
  void team_end(model::Ticks t, model::CommId team) override { note(t, "team", team.value, 0); }
  void lock_acquired(model::Ticks t, const model::LockRecord& l) override {
    if (l.paradigm == model::Paradigm::Pthread) note(t, "mutex");
    note(t, "acquire", l.lock, l.order);
  }
  void lock_released(model::Ticks t, const model::LockRecord& l) override {
    note(t, "release", l.lock, l.order);
  }
  void task_created(model::Ticks t, const model::TaskId& id) override {
    note_task(t, "create", id);
  }
  void task_switched(model::Ticks t, const model::TaskId& id) override {
    note_task(t, "switch", id);
  }
  void task_completed(model::Ticks t, const model::TaskId& id) override {
    note_task(t, "complete", id);
  }

 private:
  void note_task(model::Ticks time, const char* what, const model::TaskId& id) {
    note(time, what, id.team.value, id.creator, id.generation);
  }
  template <class... Values>
  void note(model::Ticks time, const char* what, Values... values) {
    std::ostringstream out;
    out << time.count << ' ' << what;
    ((out << ' ' << values), ...);
    events.push_back(out.str());
  }
};

class LogConverterTest : public testing::Test {
 protected:
  LogConverterTest() {
    auto read = parse_process_definitions(
        "tarry-definitions\t3\n"
        "module\t400000\t400000\t500000\t/a.out\n"
        "region\t0\t38\t4\t0\t\tMPI_Send\n"
        "region\t1\t28\t4\t0\t\tMPI_Barrier\n"
        "comm\t0\t00000000000000000000000000000005\tworld\t3\t8\t-\t-\tMPI_COMM_WORLD\n"
        "comm\t2\t00000000000000000000000000000001\tintra\t0\t2\t3,5\t-\t\n"
        "window\t0\t00000000000000000000000000000009\t0\n"
        "window\t1\t00000000000000000000000000000004\t2\n"
        "window-name\t1\thalo\n"
        "file\t0\t00000000000000000000000000000008\t0\tout\\tput\n"
        "file\t1\t00000000000000000000000000000002\t2\tinput\n"
        "group\t0\t00000000000000000000000000000003\t3,5\n"
        "team\t1\t0,2\n"
        "team\t2\t0\n",
        "d");
    definitions = *read;
    add_teams(definitions);
    unified = definitions.set;
    unified.functions[{"/a.out", 0x100}];
    unified.functions[{"/a.out", 0x200}];
    unified.functions[{"", 0}];
    unified.assign_ids();
    // MPI_Barrier 0, MPI_Send 1, UNKNOWN 2, function 100 is 3, 200 is 4, late 5
  }

  std::vector<std::string> convert(const LogBuilder& builder) {
    builder.write(directory.path() / "log");
    auto log = LogReader::open(directory.path() / "log");
    EXPECT_TRUE(log.ok());
    EventNotes notes;
    IdTranslation ids(definitions, unified);
    LogConverter converter(ids, unified.late_region(), teams, notes, anomalies);
    converter.tell(notes);
    converter.leave_out(short_functions);
    converter.convert(*log);
    first = converter.first();
    last = converter.last();
    late = converter.late_functions();
    return notes.events;
  }

  base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  ProcessDefinitions definitions;
  DefinitionSet unified;
  TeamsByFork teams;
  ShortFunctions short_functions;
  model::Anomalies anomalies;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t late = 0;
};

}  // namespace tarry::trace::eventlog
