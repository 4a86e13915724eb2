// SPDX-License-Identifier: BSD-3-Clause
// Every number that decides something in the diagnosis, with its source: [P] L. Wei, J.
// Mellor-Crummey, PPoPP 2020, by section; [H] the sources of HPCToolkit's trace analysis; [T]
// chosen here. docs/patterns/diagnosis.md says what they do.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace tarry::diagnosis {

// --- significance of findings

// Share of the total execution time that a significant loss exceeds. [P] 5.3
inline constexpr double kSignificant = 0.01;
// Share of imb_symptom that a cause exceeds. [P] 5.3.1
inline constexpr double kCauseOfSymptom = 0.10;
// Samples of all ranks in the symptom of a finding: a report states a smaller number. [T]
inline constexpr std::uint64_t kFewSamples = 10;
// A node is a cause itself unless one child has this share of its imbalance. [T]
inline constexpr double kChildExplains = 0.90;
// Imbalances partly cancel if the causes sum up to this multiple of the symptom. [T]
inline constexpr double kEvenedOut = 1.10;
// Ranks are named if they have this share of a cause's imbalance over all phases together; with
// less, the late ranks change from phase to phase. [T]
inline constexpr double kSameRanks = 0.50;
// Serialization: one thread works for at least the first share of the phase, each other thread on
// average for less than the second. [T]
inline constexpr double kSerialWork = 0.70;
inline constexpr double kSerialOthers = 0.01;
// A call that takes less than this many sampling periods is short. [P] 5.3.2
inline constexpr int kShortCallPeriods = 5;
// A parent gets the label of children that have this share of its time. [P] 5.2
inline constexpr double kDerivedLabel = 0.70;

// --- work that others wait for

// Work that stops where a wait ends may have ended the wait if it has this share of the length of
// the longest such work. [T]
inline constexpr double kEnder = 0.50;
// Sampling periods that work may stop before the end of the wait that it ends, because the waiting
// rank may not get a core at once. The search starts with 1 and doubles the distance only while it
// finds none. [T]
inline constexpr int kEarliestEnder = 8;
// Ranks on the way from a wait back to the work that others wait for. [T]
inline constexpr int kLongestChain = 64;
// Share of the time in a call. If less is in instances that last from one sample to another, ranks
// are compared by their times in all phases together. [T]
inline constexpr double kSeenWaits = 0.25;
// Share of an imbalance. If late work of its causes has this share, it decides their order. [T]
inline constexpr double kSeenWork = 0.50;
// A rank is late if it has this share of the late work of the rank with most. [T]
inline constexpr double kLateRank = 0.40;
// Ranks spend their time in a call alike if every rank has at least this share of the average. [T]
inline constexpr double kAlike = 0.50;
// Samples that one worker compares at a time, which take 100 MB. [T]
inline constexpr std::uint64_t kSamplesAtOnce = 3'000'000;

// --- clocks and phases

// Largest change of a clock by drift over a run. [P] 4.1
inline constexpr std::chrono::microseconds kDrift{20};
// Fewest instances that make a constant gap. [T]
inline constexpr std::size_t kClockInstances = 3;
// Sampling periods that ranks may leave a global synchronization apart. [T]
inline constexpr int kExitPeriods = 2;
// Synchronizations that a rank may make after its last sample: a barrier and MPI_Finalize. [T]
inline constexpr std::uint64_t kUncountedAtEnd = 2;
// Largest share of samples in uncounted synchronizations, relative to a thread's counted
// synchronizations. [T]
inline constexpr double kUncounted = 0.01;
// Where ranks count calls alike, this share of the instances of a call has to be left by all ranks
// together; then those instances are borders. [T]
inline constexpr double kTogether = 0.50;
// A phase of fewer sampling periods cannot be told from its borders. [T]
inline constexpr int kShortestPhasePeriods = 5;
// Call sites that may tell groups of ranks apart in one kind of phase; the longest are taken. [T]
inline constexpr std::size_t kDivergingSites = 64;

// --- choice of what to trace next

// A window is this many times as long as the part of the loss in it. The traced run is not
// identical, and such a window contains a whole one of any part that recurs without much between.
// [T]
inline constexpr int kWindowOfLoss = 2;
// A function is called too often for a trace if this share of its time, and at least this number of
// samples, are in the hooks of its instrumentation. The hooks are empty, so a call takes some ten
// nanoseconds then. [T]
inline constexpr double kHookShare = 0.001;
inline constexpr unsigned kHookSamples = 2;

// --- trees, iterations, clusters

// Depth of the last frame of a path that is examined; deeper frames count as part of it. [T]
inline constexpr std::uint32_t kDeepestFrame = 1024;
// An iteration is accepted if it has a call, or so many inner loops with so many samples, or so
// many children. A loop is a profile if other iterations have more than this share of its time. [H]
inline constexpr std::size_t kIterationLoops = 2;
inline constexpr std::uint32_t kIterationSamples = 5;
inline constexpr std::size_t kIterationChildren = 5;
inline constexpr double kRejectedIterations = 0.30;
// Sampling periods: widest range of a duration in comparisons. [H]
inline constexpr int kWidestRangePeriods = 10;
// Two clusters are merged while the ratio of their difference is at most the first number, or at
// most this share of the largest ratio between two clusters, or while there are more than this
// many. [H]
inline constexpr double kSameCluster = 0.01;
inline constexpr double kSameClusterOfLargest = 0.25;
inline constexpr std::size_t kMostClusters = 10;
// Regular sections: fewest members, and how many members the second one may be after the first. [H]
inline constexpr std::size_t kSectionLength = 5;
inline constexpr std::size_t kSectionWindow = 16;

}  // namespace tarry::diagnosis
