// SPDX-License-Identifier: BSD-3-Clause
// How processes find out what to leave out: what is recorded at one end of a message only, or not
// by all members of a communicator. Each tells which places of its streams have a record, not to
// the others at a stream, whose ranks may be forgotten when their communicator is freed, but to a
// process that follows from the stream's global name. There all of its sides meet, and each gets
// for an answer what the others lack. docs/decisions/028-consistent-selection.md
#pragma once

#include <string>
#include <vector>

#include "trace/eventlog/process_definitions.h"
#include "trace/eventlog/selection.h"

namespace tarry::trace::eventlog {

// The sides of one process: what it tells each of `processes`. Collective operations of every
// communicator are told, also where none has a record.
class SelectionSides {
 public:
  SelectionSides(const ProcessDefinitions& definitions,
                 const std::map<Stream, PlaceRanges>& recorded, std::uint32_t processes);

  [[nodiscard]] const std::vector<std::string>& messages() const { return messages_; }

  // `answer` of `process` to the message that it was sent: adds to `left_out`. False if it is not
  // one.
  bool read_answer(std::uint32_t process, std::string_view answer,
                   std::map<Stream, PlaceRanges>& left_out) const;

 private:
  void tell(const ProcessDefinitions& definitions, const Stream& stream,
            const PlaceRanges& recorded);

  std::vector<std::string> messages_;
  std::vector<std::vector<Stream>> told_;  // to each process, in order
};

// Answers to the messages that all processes sent to this one. Messages that make no sense get an
// empty answer.
std::vector<std::string> answer_sides(const std::vector<std::string_view>& messages);

}  // namespace tarry::trace::eventlog
