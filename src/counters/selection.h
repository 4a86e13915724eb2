// SPDX-License-Identifier: BSD-3-Clause
// The list of --metrics, taken apart: "page-faults,process:ru_maxrss,PAPI_TOT_INS". The injected
// runtime reads it as well, so that nothing here allocates or throws.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "counters/catalogue.h"

namespace tarry::counters {

// In front of a counter that is wanted of the whole process.
inline constexpr std::string_view kOfProcess = "process:";

// All counters of one kind: "perf" is those of the system, which every machine has, "rusage" the
// fields of it.
inline constexpr std::string_view kPerfGroup = "perf";
inline constexpr std::string_view kUsageGroup = "rusage";

struct ChosenCounter {
  const KnownCounter* known = nullptr;  // nullptr: one of PAPI, if it has one of this name
  std::string_view name;                // without kOfProcess; a part of the list
  bool of_process = false;

  [[nodiscard]] Source source() const { return known != nullptr ? known->source : Source::Papi; }
};

enum class ListError : unsigned char {
  None,
  EmptyName,      // nothing between two commas
  NameTooLong,    // longer than kLongestName
  Twice,          // a counter is there already
  NotOfProcess,   // only fields of rusage can be read for a whole process
  OnlyOfProcess,  // and this one for nothing else
  TooMany,        // more than kMostCounters
};

class Selection {
 public:
  static constexpr std::size_t kMostCounters = 32;
  static constexpr std::size_t kLongestName = 120;

  // Keeps views of `list`. After an error, word() is what is wrong. Thread: caller-locks.
  ListError parse(std::string_view list);
  [[nodiscard]] std::string_view word() const { return word_; }

  [[nodiscard]] const ChosenCounter* begin() const { return chosen_.data(); }
  [[nodiscard]] const ChosenCounter* end() const { return chosen_.data() + size_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  // A counter of PAPI is among them.
  [[nodiscard]] bool needs_papi() const;

  // Leaves this one out; the order of the others stays.
  void remove(const ChosenCounter* counter);

 private:
  ListError add_word(std::string_view name, bool of_process);
  ListError add_all(Source source, bool of_process);
  ListError add(const ChosenCounter& counter);

  std::array<ChosenCounter, kMostCounters> chosen_{};
  std::size_t size_ = 0;
  std::string_view word_;
};

}  // namespace tarry::counters
