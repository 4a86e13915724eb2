// SPDX-License-Identifier: BSD-3-Clause
// What one worker of a diagnosis has and finds out of its own threads; diagnosis.cpp sums it up.
#pragma once

#include <map>
#include <optional>

#include "diagnosis/clock_offsets.h"
#include "diagnosis/closing_paths.h"
#include "diagnosis/clusters.h"
#include "diagnosis/counted_exits.h"
#include "diagnosis/derived_labels.h"
#include "diagnosis/phase_times.h"
#include "diagnosis/rank_groups.h"

namespace tarry::diagnosis {

// The run as far as it is known. Times are those of the clocks as they stand.
struct RunExtent {
  Time begin = Time::max();
  Time end = Time::min();
  Time period{0};  // the longest
  std::uint32_t ranks = 0;
  std::uint32_t threads = 0;
  bool by_line = false;    // some iterations were told by lines; known after choose_threads()
  bool is_counted = true;  // the calls between any two samples
  std::uint64_t samples = 0;

  void merge(const RunExtent& other);
  void append_to(workers::Bytes& message) const { workers::append(message, *this); }
  static RunExtent take(workers::MessageReader& message) { return message.take<RunExtent>(); }
};

// Where the ranks of a kind of phase may do different things.
struct DivergingKind {
  std::uint32_t kind = 0;
  std::vector<FrameId> sites;
};

// A thread that the diagnosis is about, its clock corrected.
struct LookedAt {
  const samples::ThreadSamples* samples = nullptr;  // of the worker
  std::uint32_t number = 0;                         // its rank; its thread, if there is one rank
  ClosingPaths own_paths;                           // on which this thread makes the calls
  bool is_alone = true;                             // else it stands for all threads of its rank
};

class Worker {
 public:
  // The call paths of `samples` are those of all workers.
  Worker(samples::SampleSet samples, const LabelTable& table);

  [[nodiscard]] const samples::CallingContextTree& paths() const { return samples_.tree; }
  [[nodiscard]] const InitialLabels& labels() const { return labels_; }
  [[nodiscard]] const Activations& activations() const { return activations_; }
  [[nodiscard]] RunExtent extent() const;
  // All that are here, by rank and thread.
  [[nodiscard]] const std::vector<samples::ThreadSamples>& threads() const {
    return samples_.threads;
  }

  // Which threads the diagnosis is about: the first of each rank, if there are several ranks.
  // Returns how they are alike, by rank, or by thread of the only rank.
  ThreadClusters choose_threads(const RunExtent& extent);

  // What the threads here know of synchronisations that were counted.
  [[nodiscard]] CountedPaths counted() const;
  // Takes the exits of synchronisations by number; before reference(). `common`: of all workers.
  void use_numbers(const CountedPaths& common);

  // The first of the threads here.
  [[nodiscard]] ReferenceThread reference();
  // Corrects all clocks here. Returns the offsets by rank.
  std::vector<std::pair<model::Rank, ClockOffset>> align(const ReferenceThread& reference);
  // After align().
  [[nodiscard]] GlobalExits global_exits(const ReferenceThread& reference, Time tolerance);
  [[nodiscard]] std::vector<ThreadTotals> totals() const;
  // After global_exits().
  [[nodiscard]] ClosingPaths closing_paths() const;

  // After global_exits().
  [[nodiscard]] std::vector<LookedAt> looked_at() const;

  void set_phases(std::vector<Phase> phases) { phases_ = std::move(phases); }
  // After global_exits() and set_phases(). Without groups: all are in group 0.
  [[nodiscard]] PhaseSpreads spreads() const;

  // By thread looked at: which sites of each kind it has, in the order of `kinds`.
  struct Member {
    model::Rank rank;
    std::uint32_t thread = 0;
    std::uint32_t kind_at = 0;  // in `kinds`
    SiteBits sites = 0;
  };
  [[nodiscard]] std::vector<Member> members(const std::vector<DivergingKind>& kinds) const;
  // Of the phases of `kind`, by groups of the threads in the order of members().
  void add_group_spreads(std::uint32_t kind, const std::vector<std::uint32_t>& groups,
                         PhaseSpreads& to) const;

  // Ranks (threads, if there is one rank) whose time in `frame` over all phases of a kind is at
  // least `least`.
  struct Question {
    std::uint32_t kind = 0;
    FrameId frame;  // not valid: the call that closes the phases, on any path
    Time least{0};
    bool is_own = false;  // the frame's time without that of frames below
  };
  struct Answer {
    std::uint32_t question = 0;
    std::uint32_t number = 0;  // see LookedAt
  };
  [[nodiscard]] std::vector<Answer> answers(const std::vector<Question>& questions) const;

 private:
  struct ChosenThread {
    std::size_t at = 0;  // in samples_.threads
    ThreadExits exits;
    std::optional<std::vector<CountedCall>> counted;
    ClosingPaths own_paths;  // on which this thread makes the calls
  };

  [[nodiscard]] const samples::ThreadSamples& samples_of(const ChosenThread& thread) const {
    return samples_.threads[thread.at];
  }
  [[nodiscard]] std::uint32_t number_of(const ChosenThread& thread) const {
    return by_rank_ ? samples_of(thread).rank.value : samples_of(thread).thread;
  }
  void add_spreads(const ChosenThread& thread, const std::vector<bool>& kinds, std::uint32_t group,
                   PhaseSpreads& to) const;

  samples::SampleSet samples_;
  InitialLabels labels_;
  Activations activations_;
  std::vector<ChosenThread> chosen_;  // by rank and thread
  bool by_rank_ = false;
  bool by_line_ = false;
  bool by_number_ = false;
  std::vector<Phase> phases_;
};

}  // namespace tarry::diagnosis
