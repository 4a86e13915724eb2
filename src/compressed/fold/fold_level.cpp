// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fold/fold_level.h"

#include <algorithm>

namespace tarry::compressed {

std::uint32_t FoldLevel::class_of(std::uint32_t length) {
  const auto found = std::find(lengths_.begin(), lengths_.end(), length);
  if (found == lengths_.end()) {
    lengths_.push_back(length);
    return static_cast<std::uint32_t>(lengths_.size()) - 1;
  }
  return static_cast<std::uint32_t>(found - lengths_.begin());
}

void FoldLevel::enter(std::uint32_t length, std::int64_t trips, std::uint64_t times) {
  if (times == 0) return;
  if (entries() > 0) trips_.append(last_trips_);
  last_class_ = class_of(length);
  classes_.append(Run{last_class_, 0, times});
  if (times > 1) trips_.append(Run{trips, 0, times - 1});
  last_trips_ = trips;
}

void FoldLevel::append(const FoldLevel& other) {
  if (other.entries() == 0) return;
  if (entries() > 0) trips_.append(last_trips_);
  if (other.lengths_.size() == 1) {
    last_class_ = class_of(other.lengths_[0]);
    classes_.append(Run{last_class_, 0, other.entries()});
  } else {
    for (SequenceCursor cursor(other.classes_); !cursor.done();) {
      last_class_ = class_of(other.lengths_[static_cast<std::size_t>(cursor.next())]);
      classes_.append(last_class_);
    }
  }
  trips_.append(other.trips_);
  last_trips_ = other.last_trips_;
}

std::uint32_t FoldLevel::longest() const {
  return lengths_.empty() ? 0 : *std::max_element(lengths_.begin(), lengths_.end());
}

std::uint32_t FoldLevel::only_length() const {
  if (lengths_.empty()) return 0;
  const auto [least, most] = std::minmax_element(lengths_.begin(), lengths_.end());
  return *least == *most ? *least : 0;
}

FoldLevel FoldLevel::of_one_trip() const {
  FoldLevel out;
  out.lengths_ = lengths_;
  out.classes_ = classes_;
  out.last_class_ = last_class_;
  out.trips_.append(Run{1, 0, entries() - 1});
  out.last_trips_ = 1;
  return out;
}

Sequence FoldLevel::length_values(VectorForm form) const {
  Sequence out(form);
  if (const std::uint32_t length = only_length(); length != 0) {
    out.append(Run{length, 0, entries()});
  } else {
    for (SequenceCursor cursor(classes_); !cursor.done();)
      out.append(lengths_[static_cast<std::size_t>(cursor.next())]);
  }
  out.seal();
  return out;
}

Sequence FoldLevel::trip_values(VectorForm form) const {
  Sequence out(form);
  out.append(trips_);
  out.append(last_trips_);
  out.seal();
  return out;
}

}  // namespace tarry::compressed
