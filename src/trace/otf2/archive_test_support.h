// SPDX-License-Identifier: BSD-3-Clause
// Shared by the tests of this folder: events as lines of text, small archives, damaged copies.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "model/event_handler.h"
#include "trace/otf2/archive_reader.h"
#include "trace/otf2/archive_writer.h"

namespace tarry::trace::otf2::test {

namespace fs = std::filesystem;

// One line per event: "time kind values".
class EventLines : public model::EventHandler {
 public:
  explicit EventLines(const model::Definitions& definitions) : definitions_(definitions) {}
  std::vector<std::string> lines;

  void enter(model::Ticks t, model::RegionId r) override { add(t, "enter " + name(r)); }
  void leave(model::Ticks t, model::RegionId r) override { add(t, "leave " + name(r)); }
  void program_begin(model::Ticks t, model::RegionId r) override {
    add(t, "program_begin " + name(r));
  }
  void program_end(model::Ticks t, model::RegionId r) override { add(t, "program_end " + name(r)); }
  void mpi_send(model::Ticks t, const model::MessageRecord& m) override { add(t, "send", m); }
  void mpi_isend(model::Ticks t, const model::MessageRecord& m) override { add(t, "isend", m); }
  void mpi_recv(model::Ticks t, const model::MessageRecord& m) override { add(t, "recv", m); }
  void mpi_irecv(model::Ticks t, const model::MessageRecord& m) override { add(t, "irecv", m); }
  void mpi_isend_complete(model::Ticks t, model::RequestId r) override {
    add(t, "isend_complete", r);
  }
  void mpi_irecv_request(model::Ticks t, model::RequestId r) override {
    add(t, "irecv_request", r);
  }
  void joined_calls(model::Ticks t, std::uint64_t more) override {
    add(t, "more " + std::to_string(more));
  }
  void mpi_request_test(model::Ticks t, model::RequestId r) override { add(t, "test", r); }
  void mpi_request_cancelled(model::Ticks t, model::RequestId r) override {
    add(t, "cancelled", r);
  }
  void collective_begin(model::Ticks t) override { add(t, "collective_begin"); }
  void collective_end(model::Ticks t, const model::CollectiveRecord& c) override {
    add(t, "collective_end", c);
  }
  void nonblocking_collective_request(model::Ticks t, model::RequestId r) override {
    add(t, "collective_request", r);
  }
  void nonblocking_collective_complete(model::Ticks t, const model::CollectiveRecord& c) override {
    add(t, "collective_complete", c);
  }
  void thread_begin(model::Ticks t, std::uint64_t n) override {
    add(t, "thread_begin " + std::to_string(n));
  }
  void thread_end(model::Ticks t, std::uint64_t n) override {
    add(t, "thread_end " + std::to_string(n));
  }
  void thread_created(model::Ticks t, std::uint64_t n) override {
    add(t, "thread_created " + std::to_string(n));
  }
  void thread_waited(model::Ticks t, std::uint64_t n) override {
    add(t, "thread_waited " + std::to_string(n));
  }
  void rma_window_created(model::Ticks t, model::WindowId w) override {
    add(t, "window_created" + name(w));
  }
  void rma_window_destroyed(model::Ticks t, model::WindowId w) override {
    add(t, "window_destroyed" + name(w));
  }
  void rma_collective_begin(model::Ticks t) override { add(t, "rma_begin"); }
  void rma_collective_end(model::Ticks t, const model::RmaCollectiveRecord& c) override {
    add(t, "rma_end op" + std::to_string(static_cast<int>(c.op)) + name(c.window));
  }
  void rma_group_sync(model::Ticks t, const model::RmaGroupSync& s) override {
    std::string members;
    for (const model::Rank rank : definitions_.groups[s.group.index()])
      members += ' ' + std::to_string(rank.value);
    add(t, "rma_sync" + name(s.window) + members + " level " + std::to_string(s.level));
  }
  void rma_lock_requested(model::Ticks t, const model::RmaLockRecord& l) override {
    add(t, "rma_request", l);
  }
  void rma_lock_acquired(model::Ticks t, const model::RmaLockRecord& l) override {
    add(t, "rma_acquire", l);
  }
  void rma_lock_released(model::Ticks t, const model::RmaLockRecord& l) override {
    add(t, "rma_release", l);
  }
  void rma_operation(model::Ticks t, const model::RmaOperation& o) override {
    add(t, "rma_operation " + std::to_string(static_cast<int>(o.kind)) + '/' +
               std::to_string(o.atomic_type) + name(o.window) + ' ' +
               std::to_string(o.target.value) + ' ' + std::to_string(o.bytes_sent) + ' ' +
               std::to_string(o.bytes_received) + " #" + std::to_string(o.matching));
  }
  void rma_operation_completed(model::Ticks t, const model::RmaCompletion& c) override {
    add(t, "rma_completed " + std::to_string(static_cast<int>(c.kind)) + name(c.window) + " #" +
               std::to_string(c.matching));
  }
  void counters_read(model::Ticks t, model::CounterSetId set,
                     std::span<const model::CounterValue> values) override {
    std::string text = "counters";
    for (const model::CounterId member : definitions_.counter_sets.at(set.index()).members)
      text += " " + (member.valid() ? definitions_.counters.at(member.index()).name : "?");
    for (const model::CounterValue& value : values)
      text += " " + std::to_string(static_cast<int>(value.type)) + ":" + std::to_string(value.bits);
    add(t, text);
  }
  void buffer_flush(model::Ticks t, model::Ticks stop) override {
    add(t, "flush " + std::to_string(stop.count));
  }
  void measurement_on_off(model::Ticks t, bool on) override { add(t, on ? "on" : "off"); }

  static std::string message_text(const char* kind, std::uint32_t peer, const std::string& comm,
                                  std::uint32_t tag, std::uint64_t bytes, std::uint64_t request) {
    std::string text = std::string(kind) + " " + std::to_string(peer) + " " + comm + " " +
                       std::to_string(tag) + " " + std::to_string(bytes);
    if (request != ~std::uint64_t{0}) text += " #" + std::to_string(request);
    return text;
  }

 private:
  void add(model::Ticks t, const std::string& text) {
    lines.push_back(std::to_string(t.count) + " " + text);
  }
  [[nodiscard]] std::string name(model::WindowId window) const {
    return ' ' + definitions_.windows[window.index()].name;
  }
  void add(model::Ticks t, const char* kind, const model::RmaLockRecord& l) {
    add(t, std::string(kind) + name(l.window) + ' ' +
               (l.target.valid() ? std::to_string(l.target.value) : "all") +
               (l.exclusive ? " exclusive" : ""));
  }
  void add(model::Ticks t, const char* kind, model::RequestId request) {
    add(t, std::string(kind) + " #" + std::to_string(request.value));
  }
  void add(model::Ticks t, const char* kind, const model::MessageRecord& m) {
    add(t, message_text(kind, m.peer.value, name(m.comm), m.tag, m.bytes, m.request.value));
  }
  void add(model::Ticks t, const char* kind, const model::CollectiveRecord& c) {
    add(t, std::string(kind) + " op" + std::to_string(static_cast<int>(c.op)) + " " +
               message_text("root", c.root.value, name(c.comm), 0, c.bytes_sent, c.request.value) +
               " " + std::to_string(c.bytes_received));
  }
  [[nodiscard]] std::string name(model::RegionId id) const {
    return definitions_.regions.at(id.index()).name;
  }
  [[nodiscard]] std::string name(model::CommId id) const {
    return definitions_.communicators.at(id.index()).name;
  }

  const model::Definitions& definitions_;
};

inline std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Writes a new file, because some file systems wait for the disk when an old one is overwritten.
inline void write_file(const fs::path& path, const std::string& bytes) {
  fs::remove(path);
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

inline model::Region region_named(const std::string& name) {
  model::Region region;
  region.name = region.canonical = name;
  return region;
}

// Returns definitions of `ranks` processes with one thread each: MPI_COMM_WORLD is communicator 0,
// MPI_COMM_SELF is 1.
inline model::Definitions small_definitions(std::uint32_t ranks) {
  model::Definitions definitions;
  definitions.has_mpi = true;
  definitions.hosts = {"node1"};
  model::Communicator world;
  world.name = "MPI_COMM_WORLD";
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    world.members.push_back(model::Rank{rank});
    model::Location location;
    location.trace_id = rank;
    location.rank = model::Rank{rank};
    definitions.locations.push_back(location);
  }
  model::Communicator self;
  self.name = "MPI_COMM_SELF";
  self.is_self = true;
  definitions.communicators = {world, self};
  return definitions;
}

// Writes the events of one location by `write` and stores their number in `location`.
template <class Write>
void write_location(ArchiveWriter& archive, model::Location& location,
                    const std::vector<ClockOffset>& offsets, Write write) {
  auto writer = archive.open_location(location.trace_id);
  ASSERT_TRUE(writer.ok()) << writer.error().message();
  write(**writer);
  const auto count = (*writer)->finish(offsets);
  ASSERT_TRUE(count.ok()) << count.error().message();
  location.event_count = *count;
}

inline void write_definitions(ArchiveWriter& archive, const model::Definitions& definitions) {
  const auto written = archive.write_definitions(definitions);
  ASSERT_TRUE(written.ok()) << written.error().message();
  const auto closed = archive.close();
  ASSERT_TRUE(closed.ok()) << closed.error().message();
}

// Opens an archive that must be sound.
inline std::unique_ptr<model::TraceSource> open_checked(const fs::path& directory) {
  auto trace = open_archive(directory);
  EXPECT_TRUE(trace.ok()) << trace.error().message();
  return trace.ok() ? std::move(trace).value() : nullptr;
}

// Returns all events of a location, which must be free of anomalies.
inline std::vector<std::string> lines_of(model::TraceSource& trace, std::uint32_t location) {
  EventLines events(trace.definitions());
  model::Anomalies anomalies;
  const auto status = trace.read(model::LocationIndex{location}, events, anomalies);
  EXPECT_TRUE(status.ok()) << status.error().message();
  for (const auto& anomaly : anomalies.counts()) ADD_FAILURE() << anomaly.first;
  return events.lines;
}

}  // namespace tarry::trace::otf2::test
