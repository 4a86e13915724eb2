// SPDX-License-Identifier: BSD-3-Clause
// The data of one worker of a diagnosis and what it finds out from its own threads; diagnosis.cpp
// merges the results of all.
#pragma once

#include <map>
#include <optional>

#include "diagnosis/evidence/clock_offsets.h"
#include "diagnosis/evidence/closing_paths.h"
#include "diagnosis/evidence/clusters.h"
#include "diagnosis/evidence/counted_exits.h"
#include "diagnosis/evidence/derived_labels.h"
#include "diagnosis/evidence/phase_times.h"
#include "diagnosis/evidence/rank_groups.h"

namespace tarry::diagnosis {

// The known extent of a run. Times are by the clocks as they are at that moment.
struct RunExtent {
  Time begin = Time::max();
  Time end = Time::min();
  Time period{0};  // the longest one
  std::uint32_t ranks = 0;
  std::uint32_t threads = 0;
  bool by_line = false;    // some iterations were told by lines; known after choose_threads()
  bool is_counted = true;  // all samples count calls
  std::uint64_t samples = 0;

  void merge(const RunExtent& other);
  void append_to(workers::Bytes& message) const { workers::append(message, *this); }
  static RunExtent take(workers::MessageReader& message) { return message.take<RunExtent>(); }
};

// The call sites at which ranks do different things in a kind of phase.
struct DivergingKind {
  std::uint32_t kind = 0;
  std::vector<FrameId> sites;
};

// A thread that the diagnosis is about, with its clock corrected.
struct LookedAt {
  const samples::ThreadSamples* samples = nullptr;  // owned by the worker
  std::uint32_t number = 0;                         // its rank, or its thread if there is one rank
  ClosingPaths own_paths;  // the paths on which this thread makes the closing calls
  bool is_alone = true;    // else it stands for all threads of its rank
};

class Worker {
 public:
  // The tree of call paths in `samples` is that of all workers.
  Worker(samples::SampleSet samples, const LabelTable& table);

  [[nodiscard]] const samples::CallingContextTree& paths() const { return samples_.tree; }
  [[nodiscard]] const InitialLabels& labels() const { return labels_; }
  [[nodiscard]] const Activations& activations() const { return activations_; }
  [[nodiscard]] RunExtent extent() const;
  // Returns all threads of this worker, by rank and thread.
  [[nodiscard]] const std::vector<samples::ThreadSamples>& threads() const {
    return samples_.threads;
  }

  // Chooses the threads that the diagnosis is about: with several ranks, the first of each. Returns
  // clusters of similar threads, by rank, or by thread of the only rank.
  ThreadClusters choose_threads(const RunExtent& extent);

  // Returns what the threads of this worker know of counted synchronizations.
  [[nodiscard]] CountedPaths counted() const;
  // Takes the exits of synchronizations by number; to be called before reference(). `common`: that
  // of all workers.
  void use_numbers(const CountedPaths& common);

  // Returns the first thread of this worker.
  [[nodiscard]] ReferenceThread reference();
  // Corrects all clocks of this worker. Returns the offsets by rank.
  std::vector<std::pair<model::Rank, ClockOffset>> align(const ReferenceThread& reference);
  // To be called after align().
  [[nodiscard]] GlobalExits global_exits(const ReferenceThread& reference, Time tolerance);
  [[nodiscard]] std::vector<ThreadTotals> totals() const;
  // To be called after global_exits().
  [[nodiscard]] ClosingPaths closing_paths() const;

  // To be called after global_exits().
  [[nodiscard]] std::vector<LookedAt> looked_at() const;

  void set_phases(std::vector<Phase> phases) { phases_ = std::move(phases); }
  // To be called after global_exits() and set_phases(). All threads are in group 0.
  [[nodiscard]] PhaseSpreads spreads() const;

  // The sites of each kind that a chosen thread has, in the order of `kinds`.
  struct Member {
    model::Rank rank;
    std::uint32_t thread = 0;
    std::uint32_t kind_at = 0;  // position in `kinds`
    SiteBits sites = 0;
  };
  [[nodiscard]] std::vector<Member> members(const std::vector<DivergingKind>& kinds) const;
  // Adds the phases of `kind`. `groups`: the groups of the threads in the order of members().
  void add_group_spreads(std::uint32_t kind, const std::vector<std::uint32_t>& groups,
                         PhaseSpreads& to) const;

  // Asks for ranks (threads, if there is one rank) whose time in `frame` over all phases of a kind
  // is at least `least`.
  struct Question {
    std::uint32_t kind = 0;
    FrameId frame;  // not valid: the call that closes the phases, on any path
    Time least{0};
    bool is_own = false;  // the frame's time without that of frames below
  };
  struct Answer {
    std::uint32_t question = 0;
    std::uint32_t number = 0;  // as in LookedAt
  };
  [[nodiscard]] std::vector<Answer> answers(const std::vector<Question>& questions) const;

 private:
  struct ChosenThread {
    std::size_t at = 0;  // in samples_.threads
    ThreadExits exits;
    std::optional<std::vector<CountedCall>> counted;
    ClosingPaths own_paths;  // the paths on which this thread makes the closing calls
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
