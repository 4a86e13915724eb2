// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/whatif/step_log.h"

#include <array>

namespace tarry::analysis {
namespace {

// The fields after the first byte of a step.
enum Flag : std::uint8_t {
  kSections = 1,
  kCallpath = 2,
  kMpi = 4,
  kMayWait = 8,
  kEverybody = 16,
  kNeeds = 32,
  kGives = 64,
};

// This flag is added to the kind of a link.
constexpr std::uint8_t kFromAnySource = 0x80;

bool is_of_message(Link::Kind kind) {
  return kind == Link::Kind::Message || kind == Link::Kind::PostedHere || kind == Link::Kind::Post;
}

// Collects the bytes of one step, because adding them one by one to a message takes longer.
class StepBytes {
 public:
  explicit StepBytes(workers::Bytes& to) : to_(to) {}
  ~StepBytes() { flush(); }
  StepBytes(const StepBytes&) = delete;
  StepBytes& operator=(const StepBytes&) = delete;

  void byte(std::uint8_t value) { bytes_[count_++] = static_cast<std::byte>(value); }
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) byte(static_cast<std::uint8_t>(value | 0x80));
    byte(static_cast<std::uint8_t>(value));
  }
  void ticks(Ticks time) { number(zigzag(time)); }
  // Afterwards there is room for one link or for the rest of a step.
  void flush_if_full() {
    if (count_ > bytes_.size() - kMostAtOnce) flush();
  }

 private:
  static constexpr std::size_t kMostAtOnce = 64;

  void flush() {
    to_.insert(to_.end(), bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(count_));
    count_ = 0;
  }

  workers::Bytes& to_;
  std::array<std::byte, 256> bytes_;
  std::size_t count_ = 0;
};

void put_links(StepBytes& to, const std::vector<Link>& links, bool are_needs) {
  to.number(links.size());
  for (const Link& link : links) {
    to.flush_if_full();
    to.byte(static_cast<std::uint8_t>(static_cast<std::uint8_t>(link.kind) |
                                      (link.from_any_source ? kFromAnySource : 0)));
    to.number(link.key >> 32);
    to.number(link.key & 0xFFFFFFFFu);
    if (!are_needs || is_of_message(link.kind)) continue;
    to.number(link.arrivals);
    to.number(link.needs);
  }
  to.flush_if_full();
}

}  // namespace

void StepLog::add(const Step& step) {
  unsigned flags = 0;
  if (step.sections != 0) flags |= kSections;
  if (step.callpath.valid()) flags |= kCallpath;
  if (step.is_mpi) flags |= kMpi;
  if (step.may_wait) flags |= kMayWait;
  if (step.with_everybody) flags |= kEverybody;
  if (!step.needs.empty()) flags |= kNeeds;
  if (!step.gives.empty()) flags |= kGives;
  StepBytes to(bytes_);
  to.byte(static_cast<std::uint8_t>(flags));
  to.ticks(step.advance);
  if ((flags & kSections) != 0) to.number(step.sections);
  if ((flags & kCallpath) != 0) to.number(step.callpath.value);
  if ((flags & kNeeds) != 0) put_links(to, step.needs, true);
  if ((flags & kGives) != 0) put_links(to, step.gives, false);
}

void Step::clear() {
  static_cast<LoneStep&>(*this) = {};
  needs.clear();
  gives.clear();
}

bool StepReader::next(Step& out) {
  if (is_at_end()) return false;
  out.needs.clear();
  out.gives.clear();
  const std::uint8_t flags = begin(out);
  if ((flags & kNeeds) != 0) links(out.needs, true);
  if ((flags & kGives) != 0) links(out.gives, false);
  return true;
}

bool StepReader::next_alone(LoneStep& out) {
  if (is_at_end()) return false;
  const std::uint8_t flags = begin(out);
  if ((flags & kNeeds) != 0) skip_links(true);
  if ((flags & kGives) != 0) skip_links(false);
  return true;
}

std::uint8_t StepReader::begin(LoneStep& out) {
  const auto flags = static_cast<std::uint8_t>(log_[at_++]);
  out.advance = read_ticks(log_, at_);
  out.sections = (flags & kSections) != 0 ? static_cast<std::uint32_t>(number()) : 0;
  out.callpath =
      (flags & kCallpath) != 0 ? CallPathId{static_cast<std::uint32_t>(number())} : CallPathId{};
  out.is_mpi = (flags & kMpi) != 0;
  out.may_wait = (flags & kMayWait) != 0;
  out.with_everybody = (flags & kEverybody) != 0;
  return flags;
}

void StepReader::links(std::vector<Link>& out, bool are_needs) {
  for (std::uint64_t left = number(); left != 0; --left) {
    Link link;
    const auto kind = static_cast<std::uint8_t>(log_[at_++]);
    link.kind = static_cast<Link::Kind>(kind & ~kFromAnySource);
    link.from_any_source = (kind & kFromAnySource) != 0;
    const std::uint64_t high = number();
    link.key = high << 32 | number();
    if (are_needs && !is_of_message(link.kind)) {
      link.arrivals = static_cast<std::uint32_t>(number());
      link.needs = static_cast<std::uint32_t>(number());
    }
    out.push_back(link);
  }
}

void StepReader::skip_links(bool are_needs) {
  for (std::uint64_t left = number(); left != 0; --left) {
    const auto kind = static_cast<std::uint8_t>(log_[at_++]);
    const bool has_counts =
        are_needs && !is_of_message(static_cast<Link::Kind>(kind & ~kFromAnySource));
    for (int numbers = has_counts ? 4 : 2; numbers != 0; --numbers) skip_number(log_, at_);
  }
}

}  // namespace tarry::analysis
