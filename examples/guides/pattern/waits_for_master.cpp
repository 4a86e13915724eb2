// SPDX-License-Identifier: BSD-3-Clause
#include <tarry/pattern.h>

#include <algorithm>

namespace {

// A worker waits for a message of rank 0.
class WaitsForMaster : public tarry::Pattern {
 public:
  void message(const tarry::PatternMessage& message, const tarry::PatternEvent& event) override {
    const tarry::PatternCall& receive = message.receive;
    if (message.send.rank != 0 || message.send.enter <= receive.enter) return;
    event.charge(receive, std::min(message.send.enter, receive.leave) - receive.enter);
  }
};

}  // namespace

TARRY_PATTERNS(TARRY_PATTERN(WaitsForMaster, "waits_for_master", "Waits for the master",
                             "A worker waits for a message of rank 0", "mpi_latesender"))
