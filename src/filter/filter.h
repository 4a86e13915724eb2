// SPDX-License-Identifier: BSD-3-Clause
// Which regions, ranks and times a recording keeps, as a filter file says it
// (docs/formats/filter.md). One matcher for all who apply a filter: the runtime, and those who say
// what it would give.
//
// Rules are matched one after the other and the last that fits wins; what no rule fits is kept.
// Rules for files and modules come before those for regions: what they exclude, no rule for regions
// brings back.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "model/ids.h"

namespace tarry::filter {

struct Rule {
  bool excludes = true;
  bool mangled = false;  // rules for regions only: matched against the linker's name
  std::string pattern;   // of fnmatch(3)
};

// From `first` to `last`, both of them within.
struct RankRange {
  model::Rank first;
  model::Rank last;
};

// From the start of the measurement: `begin` is within, `end` is not.
struct TimeWindow {
  static constexpr std::chrono::nanoseconds kNoEnd = std::chrono::nanoseconds::max();

  std::chrono::nanoseconds begin{0};
  std::chrono::nanoseconds end = kNoEnd;
};

struct Filter {
  std::vector<Rule> files;
  std::vector<Rule> modules;
  std::vector<Rule> regions;
  std::vector<RankRange> ranks;   // ascending, apart from each other; none: all ranks
  std::vector<TimeWindow> times;  // ascending, apart from each other; none: always

  [[nodiscard]] bool has_rules() const {
    return !files.empty() || !modules.empty() || !regions.empty();
  }
};

// What rules look at. Texts end with a zero byte and are never null. The empty one is not known: no
// rule for it fits, not even `*`.
struct RegionNames {
  const char* name = "";     // as its programmer writes it: model::Region::name
  const char* mangled = "";  // the linker's; if it is not known, rules for it look at `name`
  const char* file = "";     // of the source, as the compiler was given it
  const char* module = "";   // path of the program or shared library
};

// Whether the region is left out of the recording. Allocates nothing itself; fnmatch(3) may, for
// names of thousands of characters. Thread: any. Signal: no.
bool excludes(const Filter& filter, const RegionNames& region) noexcept;

// Whether the events of this rank are kept. Thread: any. Signal: safe.
bool keeps(const Filter& filter, model::Rank rank) noexcept;

// Whether events at this time since the start of the measurement are kept. Thread: any. Signal:
// safe.
bool keeps(const Filter& filter, std::chrono::nanoseconds time) noexcept;

// The pattern that fits `name` alone: blanks, wildcards and `#` are escaped.
std::string exact_pattern(const std::string& name);

}  // namespace tarry::filter
