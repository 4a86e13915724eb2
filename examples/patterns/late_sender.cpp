// SPDX-License-Identifier: BSD-3-Clause
// Late Sender as a plug-in: the same as late_sender.pattern and late_sender.py.
//
//   g++ -shared -fPIC -I<prefix>/include late_sender.cpp -o late_sender.so
//   tarry analyze --skip mpi_latesender --pattern ./late_sender.so run1
#include <tarry/pattern.h>

#include <algorithm>
#include <string_view>

namespace {

class LateSender : public tarry::Pattern {
 public:
  // A call that completes several operations has one wait state. If that is another one, it is not
  // this one.
  static constexpr const char* unless[] = {"mpi_latereceiver", "mpi_collective",
                                           "mpi_synchronization", nullptr};

  void message(const tarry::PatternMessage& message, const tarry::PatternEvent& event) override {
    const tarry::PatternCall& call = message.receive;
    if (call.may_wait == 0 || call.metric != std::string_view("mpi_point2point")) return;
    if (message.send.enter > call.enter)
      event.charge(call, std::min(message.send.enter, call.leave) - call.enter);
  }
};

}  // namespace

TARRY_PATTERNS(TARRY_PATTERN(
    LateSender, "late_sender", "Late Sender (plug-in)",
    "A receiver waits because the message is sent later than it is expected", "mpi_point2point"))
