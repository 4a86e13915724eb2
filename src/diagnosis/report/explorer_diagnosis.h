// SPDX-License-Identifier: BSD-3-Clause
// A diagnosis as the explorer shows it (docs/formats/explorer-data.md): the numbers and words of
// the other reports, the picture, and the sampled time of every call path by phase.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "diagnosis/diagnosis.h"

namespace tarry::diagnosis {

// Largest number of times that single phases have together. The longest phases come first; the time
// of the others is only known together with that of their kind.
inline constexpr std::size_t kMostPhaseTimes = 200'000;

struct ExplorerDiagnosis {
  std::string whole;                          // JSON
  std::map<std::uint32_t, std::string> rows;  // JSON of the times of a rank or thread, by number
};

// Takes a diagnosis with picture and path times. `program`: name of the program that ran. Thread:
// any.
ExplorerDiagnosis explorer_diagnosis(const Diagnosis& diagnosis, const std::string& program);

}  // namespace tarry::diagnosis
