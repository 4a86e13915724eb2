// SPDX-License-Identifier: BSD-3-Clause
// Names of the regions that no program has: where the measurement and the analysis put time of
// which no region knows. Definition: docs/definitions.md, "Call paths".
#pragma once

namespace tarry::model {

inline constexpr const char* kBufferFlush = "TRACE BUFFER FLUSH";
inline constexpr const char* kMeasurementOff = "MEASUREMENT OFF";
inline constexpr const char* kThreads = "THREADS";  // root of threads that the program created
inline constexpr const char* kTasks = "TASKS";      // root of explicit tasks
inline constexpr const char* kUnknownTeam = "(team without a fork)";
inline constexpr const char* kOutside = "(outside of all regions)";
// What a summary had no room for. Below the root it may have been called from anywhere.
inline constexpr const char* kCutPaths = "(deeper or further call paths)";
// Below a call path, what of its computation had no core. Only delay costs and findings know it: in
// the call tree of a report its values are its parent's.
inline constexpr const char* kWithoutCore = "(without a core)";
inline constexpr const char* kProgram = "PROGRAM";  // without a name of its own

}  // namespace tarry::model
