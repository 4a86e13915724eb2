// SPDX-License-Identifier: BSD-3-Clause
// The names of regions that no program has: the measurement and the analysis put time there that
// belongs to no other region. Definition: docs/definitions.md, "Call paths".
#pragma once

#include <string_view>

namespace tarry::model {

inline constexpr const char* kBufferFlush = "TRACE BUFFER FLUSH";
inline constexpr const char* kMeasurementOff = "MEASUREMENT OFF";
inline constexpr const char* kThreads = "THREADS";  // root of threads that the program created
inline constexpr const char* kTasks = "TASKS";      // root of explicit tasks
inline constexpr const char* kUnknownTeam = "(team without a fork)";
inline constexpr const char* kOutside = "(outside of all regions)";
// The region stands for call paths that a summary had no room for. Below the root these may have
// been called from anywhere.
inline constexpr const char* kCutPaths = "(deeper or further call paths)";
// The region stands below a call path for the part of its computation that had no core. Only delay
// costs and findings use it: in the call tree of a report its values count for its parent.
inline constexpr const char* kWithoutCore = "(without a core)";
// The region stands below a parallel region for the time that a member of its team is in no region
// between fork and join: for threads that start late. It is used like the one above.
inline constexpr const char* kForkAndJoin = "(fork and join)";
inline constexpr const char* kProgram = "PROGRAM";  // a program without a name
// These stand in call stacks and samples for functions that are not shown
// (docs/how-to/see-call-stacks.md).
inline constexpr const char* kUnknownCallers = "(callers not known)";
inline constexpr const char* kFramesLeftOut = "(frames left out)";
inline constexpr const char* kOtherStack = "(another stack)";

// Returns whether a region of this name stands for functions that are not shown.
constexpr bool is_gap(std::string_view name) {
  return name == kUnknownCallers || name == kFramesLeftOut || name == kOtherStack;
}

}  // namespace tarry::model
