// SPDX-License-Identifier: BSD-3-Clause
// The parsed list of --metrics: "page-faults,process:ru_maxrss,PAPI_TOT_INS". The injected runtime
// parses it as well, so nothing here allocates or throws.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "counters/catalogue.h"

namespace tarry::counters {

// Prefix of a counter that is wanted for the whole process.
inline constexpr std::string_view kOfProcess = "process:";

// Names for all counters of one kind: "perf" for those of the system, which every machine has,
// "rusage" for the fields of rusage.
inline constexpr std::string_view kPerfGroup = "perf";
inline constexpr std::string_view kUsageGroup = "rusage";

struct ChosenCounter {
  const KnownCounter* known = nullptr;  // nullptr: one of PAPI, if PAPI has this name
  std::string_view name;                // without kOfProcess; a part of the list
  bool of_process = false;

  [[nodiscard]] Source source() const { return known != nullptr ? known->source : Source::Papi; }
};

enum class ListError : unsigned char {
  None,
  EmptyName,      // nothing between two commas
  NameTooLong,    // longer than kLongestName
  Twice,          // the counter is in the list already
  NotOfProcess,   // only fields of rusage can be read for a whole process
  OnlyOfProcess,  // this one can be read only for a whole process
  TooMany,        // more than kMostCounters
};

class Selection {
 public:
  static constexpr std::size_t kMostCounters = 32;
  static constexpr std::size_t kLongestName = 120;

  // Keeps views of `list`. After an error, word() is the wrong part. Thread: caller-locks.
  ListError parse(std::string_view list);
  [[nodiscard]] std::string_view word() const { return word_; }

  [[nodiscard]] const ChosenCounter* begin() const { return chosen_.data(); }
  [[nodiscard]] const ChosenCounter* end() const { return chosen_.data() + size_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  // Returns whether a counter of PAPI is among them.
  [[nodiscard]] bool needs_papi() const;

  // Removes this counter; the order of the others stays.
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
