// SPDX-License-Identifier: BSD-3-Clause
// The records of a Paraver trace until they are written in the order of time. They come location by
// location; each location is sorted, and all are merged while they are written. Times are in
// nanoseconds since the begin of the trace.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/files.h"
#include "convert/paraver_codes.h"
#include "convert/paraver_objects.h"
#include "model/ids.h"

namespace tarry::convert {

// One end of a message: when its call was entered (logical time in Paraver), and when its record
// was made (physical time).
struct ParaverEnd {
  std::int64_t called = 0;
  std::int64_t recorded = 0;
};

// A message without the times of its sender.
struct ParaverMessage {
  model::LocationIndex sender;
  std::uint32_t send = 0;  // number of the send at its location
  model::LocationIndex receiver;
  ParaverEnd received;
  std::uint64_t bytes = 0;
  std::uint32_t tag = 0;
};

class ParaverRecords {
 public:
  explicit ParaverRecords(std::size_t locations) : sends_(locations) {}

  // The records that follow are those of this location.
  void begin(model::LocationIndex location);
  void add_state(std::int64_t begin, std::int64_t end, ParaverState state);
  void add_event(std::int64_t time, std::uint32_t type, std::uint64_t value);
  void add_send(const ParaverEnd& send) { sends_[location_.index()].push_back(send); }
  void add_message(const ParaverMessage& message) { messages_.push_back(message); }

  // Returns the latest time of all records.
  [[nodiscard]] std::int64_t last() const { return last_; }
  // Writes all records, after the last of them was added.
  base::Status write(const ParaverObjects& objects, base::AtomicFile& file);

 private:
  enum class Kind : std::uint32_t { State, Event, Message };
  struct Record {
    std::int64_t time;
    std::uint64_t detail;  // end of a state, value of an event, position of a message
    model::LocationIndex location;
    std::uint32_t code;  // Kind in the two highest bits; below them state or type
  };

  void add(Kind kind, std::int64_t time, std::uint64_t detail, std::uint32_t code);
  void end_run();
  void add_message_records();
  [[nodiscard]] std::string line(const Record& record, const ParaverObjects& objects) const;

  model::LocationIndex location_;
  std::vector<Record> records_;
  std::vector<std::size_t> runs_;               // ends of what is sorted
  std::vector<std::vector<ParaverEnd>> sends_;  // by location
  std::vector<ParaverMessage> messages_;
  std::int64_t last_ = 0;
};

}  // namespace tarry::convert
