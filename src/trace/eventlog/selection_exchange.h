// SPDX-License-Identifier: BSD-3-Clause
// Lets processes find out which records to leave out: those of messages that are recorded at one
// end only, and of collective operations that some members have not recorded. A process reports its
// recorded places not to its peers, whose ranks may be forgotten once their communicator is freed,
// but to the rank that the hash of the stream's global name selects. There all sides of the stream
// meet, and each gets as its answer the places that the others lack.
// docs/decisions/028-consistent-selection.md
#pragma once

#include <string>
#include <vector>

#include "trace/eventlog/process_definitions.h"
#include "trace/eventlog/selection.h"

namespace tarry::trace::eventlog {

// The sides of one process: its message to each of `processes`. Collective operations of every
// communicator are reported, also where none has a record.
class SelectionSides {
 public:
  SelectionSides(const ProcessDefinitions& definitions,
                 const std::map<Stream, PlaceRanges>& recorded, std::uint32_t processes);

  [[nodiscard]] const std::vector<std::string>& messages() const { return messages_; }

  // Adds to `left_out` the `answer` of `process` to the message that it was sent. Returns false if
  // the text is not an answer.
  bool read_answer(std::uint32_t process, std::string_view answer,
                   std::map<Stream, PlaceRanges>& left_out) const;

 private:
  void tell(const ProcessDefinitions& definitions, const Stream& stream,
            const PlaceRanges& recorded);

  std::vector<std::string> messages_;
  std::vector<std::vector<Stream>> told_;  // by receiving process, in order
};

// Returns the answers to the messages that all processes sent to this one. Messages that make no
// sense get an empty answer.
std::vector<std::string> answer_sides(const std::vector<std::string_view>& messages);

}  // namespace tarry::trace::eventlog
