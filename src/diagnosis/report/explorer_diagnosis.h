// SPDX-License-Identifier: BSD-3-Clause
// A diagnosis as the explorer shows it (docs/formats/explorer-data.md): the numbers and words of
// the other reports, the picture, and the sampled time of every call path by phase.
#pragma once

#include <string>

#include "diagnosis/diagnosis.h"

namespace tarry::diagnosis {

// Largest number of times that single phases have together. The longest phases come first; the time
// of the others is only known together with that of their kind.
inline constexpr std::size_t kMostPhaseTimes = 200'000;

// Takes a diagnosis with picture and path times, and returns JSON. `program`: name of the program
// that ran. Thread: any.
std::string explorer_diagnosis(const Diagnosis& diagnosis, const std::string& program);

}  // namespace tarry::diagnosis
