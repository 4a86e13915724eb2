// SPDX-License-Identifier: BSD-3-Clause
// Folds the calls of one process into loops while they come.
//
// After each call the folder asks whether the end of the list is an iteration like the one before
// it. Two neighboring sequences are iterations of a loop if their first and their last events are
// equal and enough events in between are. The newer one is only marked as pending; it is united
// with the older one when its successor is found, or at the end, because an iteration that ends
// with a loop of its own may still get trips of that loop. Sequences that cut through a loop or a
// pending iteration are no iterations.
//
// A wavefront whose sweeps differ a little has loops of equal iterations within loops of sweeps. If
// those of different sweeps are united first, the rest no longer repeats itself. So from the first
// iteration that differs from its partner, the calls are folded once more with equal iterations
// only, and what has fewer events and loops is the result. One of the two ends early if it is far
// larger.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 5.2.2.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "compressed/fold/align.h"
#include "compressed/fold/budget.h"
#include "compressed/fold/fold_event.h"
#include "compressed/fold/fold_list.h"
#include "compressed/fold/fold_options.h"
#include "compressed/fold/iteration_merge.h"
#include "compressed/fold/site_table.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// Memory grows with the folded trace, not with the calls, up to a limit. Thread: caller-locks.
class Folder {
 public:
  explicit Folder(const FoldOptions& options = {});
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() = default;

  void add(const Call& call);

  // Returns the sealed events of `rank`, with sites as in the calls. It ends the folding: add()
  // must not follow.
  std::vector<Event> finish(std::uint32_t rank);
  // Returns the events so far; iterations that wait to be united are still apart.
  [[nodiscard]] std::vector<Event> so_far(std::uint32_t rank) const;

  // Returns the site of the last call; !valid() before the first.
  [[nodiscard]] SiteId previous() const { return previous_; }
  // Takes this for the site of the call in front of the first. It must be called before add().
  void go_on_after(SiteId site) { previous_ = site; }

  // Returns what was left out to keep the memory in bounds, one line each.
  [[nodiscard]] std::vector<std::string> notes() const;
  [[nodiscard]] std::uint64_t calls() const { return calls_; }
  [[nodiscard]] std::size_t events() const { return better().list_.size(); }
  // Returns the size that determines its memory, some 60 bytes each: at most
  // FoldOptions::most_terms, a sixteenth more, and the terms of one call.
  [[nodiscard]] std::size_t terms() const;
  // Returns the number of steps spent so far on finding and uniting iterations: a cost that does
  // not depend on the machine.
  [[nodiscard]] std::uint64_t steps() const;

 private:
  // An iteration that waits to be united with the one before it, [partner_first, partner_last].
  struct Pending {
    FoldEvent* first = nullptr;
    FoldEvent* last = nullptr;
    FoldEvent* partner_first = nullptr;
    FoldEvent* partner_last = nullptr;
    std::vector<Pending> inner;  // pending ones within either of the two, in order
  };
  using Pendings = std::vector<Pending>;  // in order, each behind the one before
  struct Candidate {
    FoldEvent* older_first = nullptr;
    FoldEvent* older_last = nullptr;
    FoldEvent* newer_first = nullptr;
    FoldEvent* newer_last = nullptr;
  };

  Folder& operator=(Folder&&) = default;

  void fold(const Call& call);
  void split();
  void end_hopeless();
  [[nodiscard]] const Folder& better() const;
  [[nodiscard]] std::size_t cost() const;
  static Pendings copied(const Pendings& pendings, const FoldList& to);
  [[nodiscard]] std::size_t own_terms() const;
  void keep_within_memory();
  // Finds iterations (find_iterations.cpp).
  void find_iteration();
  void find_around_pending();
  [[nodiscard]] bool are_equal(const Candidate& candidate) const;
  bool complete_repeated(Candidate& candidate);
  static bool is_across(const Candidate& c, const Pending& p);
  [[nodiscard]] bool repeats(const Pending& p) const;
  [[nodiscard]] bool repeats_across(const Candidate& c, std::span<const Pending> pendings) const;
  static Pendings not_across(const Candidate& c, Pendings&& pendings);
  bool complete(Candidate& candidate);
  static const Pending* around(const Pendings& pendings, const FoldEvent& event);
  [[nodiscard]] bool may_begin_newer(const FoldEvent& event) const;
  [[nodiscard]] bool may_begin_older(const Candidate& candidate) const;
  bool alike(const Candidate& candidate);
  [[nodiscard]] std::vector<std::uint32_t> sites_of(const FoldEvent* first,
                                                    const FoldEvent* last) const;
  // Unites them (unite_iterations.cpp).
  static void take_from(Pendings& pendings, const FoldEvent& first, Pendings& to);
  void mark_pending(const Candidate& candidate);
  bool unite(Pending& pending);
  void unite_inner(Pending& pending);
  void unite_all(Pendings pendings);
  void unite_distant();
  bool align_iterations(const Events& first, const Events& second, Pairs& pairs);

  // Folds equal iterations only; exists once the two differ, until one is hopeless.
  std::unique_ptr<Folder> equal_only_;
  bool has_split_;
  bool shares_memory_ = false;  // there are two
  bool is_crowded_ = false;     // it takes more than its half
  FoldOptions options_;
  FoldList list_;
  Pendings pending_;
  SiteId previous_;
  std::uint64_t calls_ = 0;
  std::uint64_t looked_at_ = 0;  // events looked at while finding and uniting iterations
  Budget comparing_;       // pays for finding out whether sequences that differ are iterations
  Budget uniting_;         // pays for uniting such iterations
  std::uint64_t look_in_;  // terms that may be added before the memory is looked at again
  bool gave_up_ = false;
  bool full_ = false;
  std::uint64_t left_out_ = 0;
};

}  // namespace tarry::compressed
