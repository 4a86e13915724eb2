// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/regular_sections.h"

#include <algorithm>

#include "diagnosis/evidence/thresholds.h"

namespace tarry::diagnosis {
namespace {

class Compressor {
 public:
  explicit Compressor(const std::vector<std::uint32_t>& members)
      : members_(members), is_taken_(members.size()) {}

  std::vector<RegularSection> run() {
    for (std::size_t at = 0; at < members_.size(); ++at)
      if (!is_taken_[at]) take(best_from(at));
    return std::move(sections_);
  }

 private:
  // Returns the position of a member that no section has yet; else the end.
  [[nodiscard]] std::size_t find(std::uint64_t member) const {
    const auto at = std::lower_bound(members_.begin(), members_.end(), member);
    const auto place = static_cast<std::size_t>(at - members_.begin());
    return at == members_.end() || *at != member || is_taken_[place] ? members_.size() : place;
  }

  [[nodiscard]] RegularSection best_from(std::size_t at) const {
    RegularSection best{members_[at], 1, 1};
    const std::size_t end = std::min(members_.size(), at + kSectionWindow + 1);
    for (std::size_t second = at + 1; second < end; ++second) {
      if (is_taken_[second]) continue;
      RegularSection made{members_[at], members_[second] - members_[at], 2};
      std::uint64_t next = std::uint64_t{members_[second]} + made.stride;
      for (; find(next) != members_.size(); next += made.stride) ++made.length;
      if (made.length > best.length) best = made;
    }
    if (best.length < kSectionLength) return {members_[at], 1, 1};
    return best;
  }

  void take(const RegularSection& section) {
    for (std::uint32_t member = 0; member < section.length; ++member)
      is_taken_[find(section.first + std::uint64_t{member} * section.stride)] = true;
    sections_.push_back(section);
  }

  const std::vector<std::uint32_t>& members_;
  std::vector<bool> is_taken_;
  std::vector<RegularSection> sections_;
};

}  // namespace

std::vector<RegularSection> regular_sections(const std::vector<std::uint32_t>& members) {
  return Compressor(members).run();
}

}  // namespace tarry::diagnosis
