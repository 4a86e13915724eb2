// SPDX-License-Identifier: BSD-3-Clause
#include "counters/selection.h"

#include <algorithm>

namespace tarry::counters {

ListError Selection::parse(std::string_view list) {
  size_ = 0;
  if (list.empty()) return ListError::None;
  for (bool has_more = true; has_more;) {
    const std::size_t comma = list.find(',');
    has_more = comma != std::string_view::npos;
    word_ = {list.data(), has_more ? comma : list.size()};
    if (has_more) list.remove_prefix(comma + 1);
    const bool of_process = word_.starts_with(kOfProcess);
    std::string_view name = word_;
    if (of_process) name.remove_prefix(kOfProcess.size());
    if (const ListError error = add_word(name, of_process); error != ListError::None) return error;
  }
  return ListError::None;
}

ListError Selection::add_word(std::string_view name, bool of_process) {
  if (name.empty()) return ListError::EmptyName;
  if (name.size() > kLongestName) return ListError::NameTooLong;
  if (name == kUsageGroup) return add_all(Source::ResourceUsage, of_process);
  if (name == kPerfGroup)
    return of_process ? ListError::NotOfProcess : add_all(Source::PerfSoftware, false);
  const KnownCounter* const known = find_counter(name);
  const bool is_usage = known != nullptr && known->source == Source::ResourceUsage;
  if (of_process && !is_usage) return ListError::NotOfProcess;
  if (!of_process && is_usage && known->only_of_process) return ListError::OnlyOfProcess;
  return add({known, name, of_process});
}

// A counter that is in the list by its own name is not added twice.
ListError Selection::add_all(Source source, bool of_process) {
  for (const KnownCounter& known : known_counters()) {
    if (known.source != source || (known.only_of_process && !of_process)) continue;
    const ListError error = add({&known, known.name, of_process});
    if (error != ListError::None && error != ListError::Twice) return error;
  }
  return ListError::None;
}

ListError Selection::add(const ChosenCounter& counter) {
  for (const ChosenCounter& other : *this)
    if (other.name == counter.name && other.of_process == counter.of_process)
      return ListError::Twice;
  if (size_ == kMostCounters) return ListError::TooMany;
  chosen_[size_++] = counter;
  return ListError::None;
}

bool Selection::needs_papi() const {
  return std::any_of(begin(), end(),
                     [](const ChosenCounter& each) { return each.source() == Source::Papi; });
}

void Selection::remove(const ChosenCounter* counter) {
  const auto at = chosen_.begin() + (counter - chosen_.data());
  std::move(at + 1, chosen_.begin() + static_cast<std::ptrdiff_t>(size_), at);
  --size_;
}

}  // namespace tarry::counters
