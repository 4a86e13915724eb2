// SPDX-License-Identifier: BSD-3-Clause
// The regions, ranks and times that a recording keeps, as a filter file defines them
// (docs/formats/filter.md). There is one matcher for all users of filters: the runtime, and the
// commands that say what a filter would keep.
//
// Rules are matched one after the other and the last that fits wins; a region that no rule fits is
// kept. Rules for files and modules come before those for regions: rules for regions cannot bring
// back what they exclude.
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
  bool mangled = false;  // only in rules for regions: matched against the linker's name
  std::string pattern;   // pattern for fnmatch(3)
};

// The ranks from `first` to `last`, both included.
struct RankRange {
  model::Rank first;
  model::Rank last;
};

// Times since the start of the measurement: `begin` is included, `end` is not.
struct TimeWindow {
  static constexpr std::chrono::nanoseconds kNoEnd = std::chrono::nanoseconds::max();

  std::chrono::nanoseconds begin{0};
  std::chrono::nanoseconds end = kNoEnd;
};

struct Filter {
  std::vector<Rule> files;
  std::vector<Rule> modules;
  std::vector<Rule> regions;
  std::vector<RankRange> ranks;   // ascending and disjoint; none: all ranks
  std::vector<TimeWindow> times;  // ascending and disjoint; none: always

  [[nodiscard]] bool has_rules() const {
    return !files.empty() || !modules.empty() || !regions.empty();
  }
};

// The texts that rules look at. They end with a zero byte and are never null. An empty one is
// unknown: no rule for it fits, not even `*`.
struct RegionNames {
  const char* name = "";     // as its programmer writes it: model::Region::name
  const char* mangled = "";  // the linker's; if it is unknown, rules for it look at `name`
  const char* file = "";     // source file, as the compiler was given it
  const char* module = "";   // path of the program or shared library
};

// Returns whether the filter excludes the region. Allocates nothing itself; fnmatch(3) may, for
// names of thousands of characters. Thread: any. Signal: no.
bool excludes(const Filter& filter, const RegionNames& region) noexcept;

// Returns whether the events of this rank are kept. Thread: any. Signal: safe.
bool keeps(const Filter& filter, model::Rank rank) noexcept;

// Returns whether events at this time since the start of the measurement are kept. Thread: any.
// Signal: safe.
bool keeps(const Filter& filter, std::chrono::nanoseconds time) noexcept;

// Returns the pattern that fits only `name`: blanks, wildcards and `#` are escaped.
std::string exact_pattern(const std::string& name);

}  // namespace tarry::filter
