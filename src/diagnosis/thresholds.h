// SPDX-License-Identifier: BSD-3-Clause
// Every number that decides something in the diagnosis, in one place, with where it comes from:
// [P] L. Wei, J. Mellor-Crummey, PPoPP 2020, by section; [H] the sources of HPCToolkit's trace
// analysis; [T] chosen here. docs/patterns/diagnosis.md says what they do.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace tarry::diagnosis {

// --- what is worth a finding

// Of the total execution time: less is not significant. [P] 5.3
inline constexpr double kSignificant = 0.01;
// Of imb_symptom: a cause must be more. [P] 5.3.1
inline constexpr double kCauseOfSymptom = 0.10;
// Samples of all ranks in the symptom of a finding: with less, it is said how few they are. [T]
inline constexpr std::uint64_t kFewSamples = 10;
// A node is a cause itself unless one child has this share of its imbalance. [T]
inline constexpr double kChildExplains = 0.90;
// Imbalances partly cancel if the causes sum up to this multiple of the symptom. [T]
inline constexpr double kEvenedOut = 1.10;
// Ranks are named if they have this share of a cause's imbalance in all phases together: else they
// change from phase to phase. [T]
inline constexpr double kSameRanks = 0.50;
// Serialisation: the share of the phase that one thread works, and what the others do at most. [T]
inline constexpr double kSerialWork = 0.70;
inline constexpr double kSerialOthers = 0.01;
// In sampling periods: a call that takes less is short. [P] 5.3.2
inline constexpr int kShortCallPeriods = 5;
// Share of children of one label that makes it the label of their parent. [P] 5.2
inline constexpr double kDerivedLabel = 0.70;

// --- whose work others wait for

// Of the longest work that stops where a wait ends: other work that stops there has this share of
// its length, or has not ended the wait. [T]
inline constexpr double kEnder = 0.50;
// In sampling periods: so long before the end of a wait work may have ended that ends it, where the
// one that waits gets no core at once. From 1 on, the next power of two only if there is none. [T]
inline constexpr int kEarliestEnder = 8;
// Ranks on the way from a wait back to the work that others wait for. [T]
inline constexpr int kLongestChain = 64;
// Of the time in a call: if less is in instances that last from one sample to another, ranks are
// compared by what they have in all phases together. [T]
inline constexpr double kSeenWaits = 0.25;
// Of an imbalance: if late work of its causes is this share of it, it tells which come first. [T]
inline constexpr double kSeenWork = 0.50;
// Ranks are late if they have this share of the late work of the rank that has most. [T]
inline constexpr double kLateRank = 0.40;
// All ranks spend their time alike in a call if one of them has no less than this share of the
// average. [T]
inline constexpr double kAlike = 0.50;
// Samples that one worker compares at a time: 100 MB of them. [T]
inline constexpr std::uint64_t kSamplesAtOnce = 3'000'000;

// --- clocks and phases

// What the drift of a clock may change over a run. [P] 4.1
inline constexpr std::chrono::microseconds kDrift{20};
// Instances that a constant gap takes. [T]
inline constexpr std::size_t kClockInstances = 3;
// In sampling periods: what ranks may leave a global synchronisation apart. [T]
inline constexpr int kExitPeriods = 2;
// Synchronisations that a rank may make after its last sample: a barrier and MPI_Finalize. [T]
inline constexpr std::uint64_t kUncountedAtEnd = 2;
// Of the counted synchronisations of a thread: samples in others that may be. [T]
inline constexpr double kUncounted = 0.01;
// Of the instances of a call that ranks count alike: so many have to be of all ranks for those that
// are to be borders. [T]
inline constexpr double kTogether = 0.50;
// In sampling periods: a shorter phase cannot be told from its borders. [T]
inline constexpr int kShortestPhasePeriods = 5;
// Call sites that may tell groups of ranks apart in one kind of phase; the longest are taken. [T]
inline constexpr std::size_t kDivergingSites = 64;

// --- what to trace next

// A window is so many times what is to be seen in it: the traced run is another one, and of what
// comes again without much between, a whole one is in any such window. [T]
inline constexpr int kWindowOfLoss = 2;
// A function is called too often for a trace if this share of its time, and so many samples, are in
// the hooks of its instrumentation, which are empty: a call takes some ten nanoseconds then. [T]
inline constexpr double kHookShare = 0.001;
inline constexpr unsigned kHookSamples = 2;

// --- trees, iterations, clusters

// Frames of a path that are looked at: deeper ones belong to the last. [T]
inline constexpr std::uint32_t kDeepestFrame = 1024;
// An iteration counts if it has a call, or so many inner loops with so many samples, or so many
// children; a loop is a profile if more than this share of its time is in others. [H]
inline constexpr std::size_t kIterationLoops = 2;
inline constexpr std::uint32_t kIterationSamples = 5;
inline constexpr std::size_t kIterationChildren = 5;
inline constexpr double kRejectedIterations = 0.30;
// In sampling periods: durations are not known worse when they are compared. [H]
inline constexpr int kWidestRangePeriods = 10;
// Clusters: merged while the ratio of their difference is at most this, or this share of the
// largest between two of them, or there are more than this many. [H]
inline constexpr double kSameCluster = 0.01;
inline constexpr double kSameClusterOfLargest = 0.25;
inline constexpr std::size_t kMostClusters = 10;
// Regular sections: members of the shortest one, and how many members its second may be behind its
// first. [H]
inline constexpr std::size_t kSectionLength = 5;
inline constexpr std::size_t kSectionWindow = 16;

}  // namespace tarry::diagnosis
