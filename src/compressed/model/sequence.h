// SPDX-License-Identifier: BSD-3-Clause
// A vector of integers that is compressed while it grows: the values of one element of a compressed
// trace in the order in which they are used. Arithmetic progressions become one run, and repeated
// runs or groups become a group with a count (m x n), on any level. The form depends on the values
// alone and not on how they were appended, so equal vectors are equal objects. Compression can be
// switched off, to see what it achieves; then each value is a term.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 5.2.1.
#pragma once

#include <cstdint>
#include <vector>

namespace tarry::compressed {

// first, first + stride, ... (count values). A run of one value has stride 0.
struct Run {
  std::int64_t first = 0;
  std::int64_t stride = 0;
  std::uint64_t count = 0;

  [[nodiscard]] std::int64_t at(std::uint64_t i) const {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(first) +
                                     static_cast<std::uint64_t>(stride) * i);
  }
  friend bool operator==(const Run&, const Run&) = default;
};

// Either a run (`body` is empty) or a group that is repeated at least twice.
struct Term {
  Run run;
  std::vector<Term> body;
  std::uint64_t times = 1;

  [[nodiscard]] bool is_group() const { return !body.empty(); }
  friend bool operator==(const Term&, const Term&) = default;
};

enum class VectorForm : std::uint8_t {
  Folded,  // repetitions are kept once
  Plain,   // each value is a term
};

// Thread: caller-locks.
class Sequence {
 public:
  Sequence() = default;
  // `form` applies to the values that are appended.
  explicit Sequence(VectorForm form) : form_(form) {}

  void append(std::int64_t value) {
    ++size_;
    if (open_.count != 0 && value == open_.at(open_.count) && open_.count >= 2) {
      ++open_.count;
      return;
    }
    extend_or_close(value);
  }
  // Empties it; memory and form are kept.
  void clear() {
    terms_.clear();
    open_ = {};
    size_ = 0;
  }
  // Appends the values of `run`, or of another sequence, one after another.
  void append(const Run& run);
  void append(const Sequence& other);

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  // Returns true and sets `value` if all values are the same and make one term. The sequence must
  // not be empty.
  [[nodiscard]] bool is_constant(std::int64_t& value) const;
  // Returns the value with this index, or 0 beyond the end. The time grows with the number of
  // terms; a SequenceCursor goes through all of them.
  [[nodiscard]] std::int64_t at(std::uint64_t index) const;
  // Returns the sum of all values, modulo 2^64.
  [[nodiscard]] std::int64_t sum() const;
  // Ends the vector: the open run becomes a term. Sequences of a finished trace are sealed, and
  // only sealed ones can be compared and written. Appending remains possible, but opens a new run.
  void seal();
  // Returns the terms; complete only if the sequence is sealed.
  [[nodiscard]] const std::vector<Term>& terms() const { return terms_; }
  // Returns a sealed sequence from terms in any form. The sum of their sizes may be up to 2^64 - 1,
  // which the caller checks.
  static Sequence of(std::vector<Term> terms);

  // Compares terms: the same values in another form are another vector.
  friend bool operator==(const Sequence& a, const Sequence& b) {
    return a.size_ == b.size_ && a.open_ == b.open_ && a.terms_ == b.terms_;
  }
  [[nodiscard]] std::uint64_t hash() const;

 private:
  friend class SequenceCursor;
  void extend_or_close(std::int64_t value);
  void close(const Run& run);

  std::vector<Term> terms_;  // all closed terms
  Run open_;  // the run that is appended to; its count is 0 if the sequence is empty or sealed
  std::uint64_t size_ = 0;
  VectorForm form_ = VectorForm::Folded;
};

// Goes through the values in order without expanding them. The sequence must not change meanwhile.
class SequenceCursor {
 public:
  explicit SequenceCursor(const Sequence& sequence) : sequence_(&sequence) {}

  [[nodiscard]] bool done() const { return used_ == sequence_->size(); }
  // Must not be called after the last value: check done().
  std::int64_t next();
  // Returns the whole next run. Must not be combined with next().
  Run next_run_whole();

 private:
  struct Level {
    const std::vector<Term>* terms;
    std::uint64_t times;
    std::size_t term;
    std::uint64_t pass;
  };
  const Run* next_run();

  const Sequence* sequence_;
  std::vector<Level> levels_;
  const Run* run_ = nullptr;
  std::uint64_t in_run_ = 0;
  std::uint64_t used_ = 0;
  bool started_ = false;
};

// Returns the sealed sequence of `map` applied to each value.
template <class Map>
Sequence mapped(const Sequence& values, VectorForm form, Map map) {
  Sequence out(form);
  for (SequenceCursor cursor(values); !cursor.done();) {
    const Run run = cursor.next_run_whole();
    if (run.stride == 0)
      out.append(Run{map(run.first), 0, run.count});
    else
      for (std::uint64_t i = 0; i < run.count; ++i) out.append(map(run.at(i)));
  }
  out.seal();
  return out;
}

}  // namespace tarry::compressed
