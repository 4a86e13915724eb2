// SPDX-License-Identifier: BSD-3-Clause
// Makes event logs by hand, for tests: the files that the injected runtime would have written.
#pragma once

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "trace/eventlog/log_format.h"

namespace tarry::trace::eventlog {

class LogBuilder {
 public:
  explicit LogBuilder(std::uint32_t thread = 0, std::uint64_t window_bytes = 4096,
                      std::uint64_t tick_base = 1000) {
    std::memcpy(header.magic, kLogMagic, sizeof kLogMagic);
    header.version = kLogVersion;
    header.thread = thread;
    header.window_bytes = window_bytes;
    header.tick_base = tick_base;
    header.clock = ClockSource::MonotonicRaw;
    header.windows = 1;
    header.begin = {tick_base, 5'000, 1'700'000'000'000'000'000};
    header.latest = header.begin;
    header.complete = 1;
  }

  // `ticks` are relative to tick_base.
  LogBuilder& simple(std::uint64_t ticks, RecordKind kind, std::uint64_t payload = 0) {
    return append(RecordHead{pack_time(ticks, kind), payload});
  }
  LogBuilder& message(std::uint64_t ticks, RecordKind kind, std::uint32_t peer, std::uint32_t comm,
                      std::uint32_t tag, std::uint64_t bytes, std::uint32_t request = 0) {
    return append(MessageRecord{pack_time(ticks, kind), peer, comm, tag, request, bytes});
  }
  LogBuilder& collective(std::uint64_t ticks, RecordKind kind, std::uint32_t op, std::uint32_t comm,
                         std::uint32_t root, std::uint64_t sent, std::uint64_t received,
                         std::uint32_t request = 0) {
    return append(
        CollectiveRecord{pack_time(ticks, kind), root, comm, op, request, sent, received, 0});
  }
  LogBuilder& arguments(std::uint64_t ticks, std::int32_t posted_peer, std::int32_t posted_tag,
                        std::int64_t count, std::int32_t datatype, std::uint32_t comm) {
    return append(ArgumentsRecord{pack_time(ticks, RecordKind::MpiArguments), posted_peer,
                                  posted_tag, count, datatype, comm});
  }
  // Sets the time and the kind.
  LogBuilder& operands(std::uint64_t ticks, OperandsRecord record) {
    record.time_and_kind = pack_time(ticks, RecordKind::MpiOperands);
    return append(record);
  }
  LogBuilder& one_sided(std::uint64_t ticks, RecordKind kind, std::uint32_t window,
                        std::uint32_t target, std::uint64_t bytes, std::uint32_t matching) {
    return append(OneSidedRecord{pack_time(ticks, kind), window, target, bytes, matching, 0});
  }
  LogBuilder& atomic(std::uint64_t ticks, std::uint32_t window, std::uint32_t target,
                     std::uint64_t sent, std::uint64_t received, std::uint32_t matching,
                     std::uint32_t type) {
    return append(AtomicRecord{pack_time(ticks, RecordKind::RmaAtomic), window, target, sent,
                               received, matching, type, 0});
  }

  LogBuilder& counters(std::uint64_t ticks, std::uint32_t set,
                       const std::vector<std::uint64_t>& values) {
    const RecordHead head{pack_time(ticks, RecordKind::CountersRead),
                          set_and_count(set, values.size())};
    std::string record(counter_units(values.size()) * kUnitBytes, '\0');
    std::memcpy(record.data(), &head, sizeof head);
    if (!values.empty())
      std::memcpy(record.data() + kUnitBytes, values.data(), values.size() * sizeof values[0]);
    return append_bytes(record.data(), record.size());
  }

  // Returns the file's content so far, with the last window filled up with zeros.
  [[nodiscard]] std::string bytes() const {
    std::string out(kHeaderBytes, '\0');
    std::memcpy(out.data(), &header, sizeof header);
    out += body;
    out.resize(kHeaderBytes + header.windows * header.window_bytes, '\0');
    return out;
  }
  void write(const std::filesystem::path& path) const {
    std::ofstream(path, std::ios::binary) << bytes();
  }

  LogHeader header{};
  std::string body;

 private:
  template <class Record>
  LogBuilder& append(const Record& record) {
    return append_bytes(reinterpret_cast<const char*>(&record), sizeof record);
  }
  LogBuilder& append_bytes(const char* record, std::size_t size) {
    const std::size_t window = header.window_bytes;
    if (body.size() % window + size > window || body.size() == header.windows * window) {
      body.resize(header.windows * window, '\0');
      ++header.windows;
    }
    body.append(record, size);
    return *this;
  }
};

}  // namespace tarry::trace::eventlog
