// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/model/sequence.h"

#include <utility>

#include "base/hash.h"

namespace tarry::compressed {
namespace {

// Limit of the length, in terms, of repeated groups that are looked for.
constexpr std::size_t kLongestPeriod = 32;

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash ^= value + base::kGoldenRatio + (hash << 6) + (hash >> 2);
  return hash * base::kSplitMixFirst;
}

std::uint64_t hash_of(const Term& term) {
  if (!term.is_group())
    return mix(mix(mix(1, static_cast<std::uint64_t>(term.run.first)),
                   static_cast<std::uint64_t>(term.run.stride)),
               term.run.count);
  std::uint64_t hash = mix(2, term.times);
  for (const Term& inner : term.body) hash = mix(hash, hash_of(inner));
  return hash;
}

std::uint64_t size_of(const Term& term) {
  if (!term.is_group()) return term.run.count;
  std::uint64_t size = 0;
  for (const Term& inner : term.body) size += size_of(inner);
  return size * term.times;
}

std::uint64_t sum_of(const Run& run) {
  const std::uint64_t n = run.count;
  const std::uint64_t pairs = n % 2 == 0 ? n / 2 * (n - 1) : (n - 1) / 2 * n;
  return static_cast<std::uint64_t>(run.first) * n +
         static_cast<std::uint64_t>(run.stride) * (n == 0 ? 0 : pairs);
}

std::uint64_t sum_of(const Term& term) {
  if (!term.is_group()) return sum_of(term.run);
  std::uint64_t sum = 0;
  for (const Term& inner : term.body) sum += sum_of(inner);
  return sum * term.times;
}

std::int64_t value_at(const std::vector<Term>& terms, std::uint64_t index) {
  for (const Term& term : terms) {
    const std::uint64_t size = size_of(term);
    if (index >= size) {
      index -= size;
      continue;
    }
    if (!term.is_group()) return term.run.at(index);
    return value_at(term.body, index % (size / term.times));
  }
  return 0;
}

// Returns whether the last `period` terms equal the `period` terms before `end`.
bool equals_tail(const std::vector<Term>& terms, const Term* end, std::size_t period) {
  for (std::size_t i = 1; i <= period; ++i)
    if (!(terms[terms.size() - i] == *(end - i))) return false;
  return true;
}

// Shortens the tail by one repetition, if it is one.
bool fold_once(std::vector<Term>& terms) {
  const std::size_t size = terms.size();
  for (std::size_t period = 1; period <= kLongestPeriod && period < size; ++period) {
    Term& before = terms[size - period - 1];
    if (!before.is_group()) {
      // Most unequal terms already differ in their first value.
      if (before.run.first != terms.back().run.first) continue;
    } else if (before.body.size() == period &&
               equals_tail(terms, before.body.data() + period, period)) {
      ++before.times;
      terms.resize(size - period);
      return true;
    }
    if (2 * period > size || !equals_tail(terms, terms.data() + (size - period), period)) continue;
    Term group;
    group.body.assign(terms.end() - static_cast<std::ptrdiff_t>(period), terms.end());
    group.times = 2;
    terms.resize(size - 2 * period);
    terms.push_back(std::move(group));
    return true;
  }
  return false;
}

}  // namespace

void Sequence::extend_or_close(std::int64_t value) {
  if (form_ == VectorForm::Plain) return terms_.push_back({{value, 0, 1}, {}, 1});
  if (open_.count == 0) {
    open_ = {value, 0, 1};
    return;
  }
  const auto step = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) -
                                              static_cast<std::uint64_t>(open_.first));
  if (open_.count == 1) {
    open_.stride = step;
    open_.count = 2;
    return;
  }
  // Two different values are no progression yet: without a third one they stay two values.
  if (open_.count == 2 && open_.stride != 0) {
    const std::int64_t second = open_.at(1);
    close({open_.first, 0, 1});
    open_ = {second,
             static_cast<std::int64_t>(static_cast<std::uint64_t>(value) -
                                       static_cast<std::uint64_t>(second)),
             2};
    return;
  }
  close(open_);
  open_ = {value, 0, 1};
}

void Sequence::close(const Run& run) {
  terms_.push_back({run, {}, 1});
  while (fold_once(terms_)) {
  }
}

void Sequence::append(const Run& run) {
  std::uint64_t done = 0;
  while (done < run.count) {
    const bool goes_on =
        open_.count >= 2 && open_.stride == run.stride && open_.at(open_.count) == run.at(done);
    if (goes_on) {
      open_.count += run.count - done;
      size_ += run.count - done;
      return;
    }
    append(run.at(done++));
  }
}

void Sequence::append(const Sequence& other) {
  if (!other.terms_.empty()) {
    for (SequenceCursor cursor(other); !cursor.done();) append(cursor.next_run_whole());
    return;
  }
  append(other.open_);
}

void Sequence::seal() {
  if (open_.count == 0) return;
  if (open_.count == 2 && open_.stride != 0) {
    close({open_.first, 0, 1});
    close({open_.at(1), 0, 1});
  } else {
    close({open_.first, open_.count == 1 ? 0 : open_.stride, open_.count});
  }
  open_ = {};
}

bool Sequence::is_constant(std::int64_t& value) const {
  Sequence sealed = *this;
  sealed.seal();
  if (sealed.terms_.size() != 1) return false;
  const Run& run = sealed.terms_[0].run;
  value = run.first;
  return !sealed.terms_[0].is_group() && (run.stride == 0 || run.count == 1);
}

std::int64_t Sequence::at(std::uint64_t index) const {
  if (index >= size_) return 0;
  if (index >= size_ - open_.count) return open_.at(index - (size_ - open_.count));
  return value_at(terms_, index);
}

std::int64_t Sequence::sum() const {
  std::uint64_t sum = sum_of(open_);
  for (const Term& term : terms_) sum += sum_of(term);
  return static_cast<std::int64_t>(sum);
}

Sequence Sequence::of(std::vector<Term> terms) {
  Sequence out;
  out.terms_ = std::move(terms);
  for (const Term& term : out.terms_) out.size_ += size_of(term);
  return out;
}

std::uint64_t Sequence::hash() const {
  std::uint64_t hash = mix(size_, hash_of(Term{open_, {}, 1}));
  for (const Term& term : terms_) hash = mix(hash, hash_of(term));
  return hash;
}

const Run* SequenceCursor::next_run() {
  if (!started_) {
    started_ = true;
    levels_.push_back({&sequence_->terms_, 1, 0, 0});
  }
  while (!levels_.empty()) {
    Level& level = levels_.back();
    if (level.term == level.terms->size()) {
      if (++level.pass < level.times) {
        level.term = 0;
        continue;
      }
      levels_.pop_back();
      continue;
    }
    const Term& term = (*level.terms)[level.term++];
    if (!term.is_group()) return &term.run;
    levels_.push_back({&term.body, term.times, 0, 0});
  }
  return &sequence_->open_;
}

std::int64_t SequenceCursor::next() {
  while (run_ == nullptr || in_run_ == run_->count) {
    run_ = next_run();
    in_run_ = 0;
  }
  ++used_;
  return run_->at(in_run_++);
}

Run SequenceCursor::next_run_whole() {
  run_ = next_run();
  in_run_ = run_->count;
  used_ += run_->count;
  return *run_;
}

}  // namespace tarry::compressed
