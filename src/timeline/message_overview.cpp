// SPDX-License-Identifier: BSD-3-Clause
#include "timeline/message_overview.h"

#include <algorithm>
#include <tuple>

namespace tarry::timeline {
namespace {

constexpr std::size_t kMostKept = 128;  // of a bin
constexpr std::uint64_t kEventsOfBin = 1 << 16;
constexpr std::int64_t kMostMessageBins = 4096;
constexpr std::int64_t kPartsOfWindow = 8;

}  // namespace

bool is_longer(const ReceivedMessage& a, const ReceivedMessage& b) {
  return std::tuple(-a.duration(), a.received, a.from, a.to, a.bytes, a.tag) <
         std::tuple(-b.duration(), b.received, b.from, b.to, b.bytes, b.tag);
}

void keep_longest(std::vector<ReceivedMessage>& messages, std::size_t most) {
  if (messages.size() > most) {
    std::nth_element(messages.begin(), messages.begin() + static_cast<std::ptrdiff_t>(most),
                     messages.end(), is_longer);
    messages.resize(most);
  }
  std::sort(messages.begin(), messages.end(), is_longer);
}

MessageOverview::MessageOverview(const TimeGrid& grid, std::uint64_t events)
    : shift_(grid.shift_for(std::clamp<std::int64_t>(
          static_cast<std::int64_t>(std::min<std::uint64_t>(events, kLongestTrace) / kEventsOfBin),
          1, kMostMessageBins))),
      bins_(static_cast<std::size_t>(grid.bins(shift_))) {}

void MessageOverview::add(std::span<const ReceivedMessage> messages) {
  messages_ += messages.size();
  for (const ReceivedMessage& message : messages) {
    ++bins_[bin_at(message.sent)].sent;
    Bin& bin = bins_[bin_at(message.received)];
    ++bin.received;
    bin.longest.push_back(message);
    if (bin.longest.size() >= 2 * kMostKept) keep_longest(bin.longest, kMostKept);
  }
}

void MessageOverview::finish() {
  for (Bin& bin : bins_) keep_longest(bin.longest, kMostKept);
  make_levels();
}

void MessageOverview::make_levels() {
  levels_.clear();
  const auto longest_of = [&](std::size_t level, std::size_t bin) -> const auto& {
    return level == 0 ? bins_[bin].longest : levels_[level - 1][bin];
  };
  for (std::size_t size = bins_.size(); size > 1; size = (size + 1) / 2) {
    const std::size_t below = levels_.size();
    std::vector<std::vector<ReceivedMessage>> level((size + 1) / 2);
    for (std::size_t bin = 0; bin < size; ++bin) {
      const auto& part = longest_of(below, bin);
      level[bin / 2].insert(level[bin / 2].end(), part.begin(), part.end());
    }
    for (auto& bin : level) keep_longest(bin, kMostKept);
    levels_.push_back(std::move(level));
  }
}

// Those that are received from the window's begin on, less those that are sent behind its end.
std::uint64_t MessageOverview::count(std::int64_t from, std::int64_t to) const {
  std::uint64_t received = 0, sent_later = 0;
  for (std::size_t bin = bin_at(from); bin < bins_.size(); ++bin) received += bins_[bin].received;
  for (std::size_t bin = bin_at(to) + 1; bin < bins_.size(); ++bin) sent_later += bins_[bin].sent;
  return received > sent_later ? received - sent_later : 0;
}

std::vector<ReceivedMessage> MessageOverview::long_ones(std::int64_t from, std::int64_t to) const {
  std::vector<ReceivedMessage> found;
  const auto take = [&](std::size_t level, std::size_t bin) {
    for (const ReceivedMessage& each : level == 0 ? bins_[bin].longest : levels_[level - 1][bin])
      if (each.sent <= to && each.received >= from) found.push_back(each);
  };
  std::size_t level = 0;
  while (level < levels_.size() && (to - from) >> (shift_ + level) >= kPartsOfWindow) ++level;
  std::size_t bin = bin_at(from) >> level;
  for (; bin <= bin_at(to) >> level; ++bin) take(level, bin);
  // The time behind the window is divided into parts that become longer.
  const auto bins_at = [&](std::size_t each) {
    return each == 0 ? bins_.size() : levels_[each - 1].size();
  };
  while (bin < bins_at(level)) {
    if (bin % 2 == 0 && level < levels_.size()) {
      ++level;
      bin /= 2;
    } else {
      take(level, bin++);
    }
  }
  return found;
}

std::string MessageOverview::bytes() const {
  Column counts;
  std::vector<ReceivedMessage> all;
  for (const Bin& bin : bins_) {
    counts.put(bin.sent);
    counts.put(bin.received);
    counts.put(bin.longest.size());
    all.insert(all.end(), bin.longest.begin(), bin.longest.end());
  }
  Column size;
  size.put(counts.bytes().size());
  return size.bytes() + counts.bytes() + bytes_of(all);
}

base::Result<MessageOverview> MessageOverview::of(std::string_view bytes, const TimeGrid& grid,
                                                  std::uint64_t events, std::size_t lines) {
  MessageOverview overview(grid, events);
  ColumnReader reader(bytes);
  ColumnReader counts(reader.take(reader.get()));
  TRY_ASSIGN(const std::vector<ReceivedMessage> all, messages_of(reader.take(reader.left())));
  std::size_t next = 0;
  for (Bin& bin : overview.bins_) {
    bin.sent = counts.get();
    bin.received = counts.get();
    overview.messages_ += bin.received;
    const std::uint64_t size = counts.get();
    if (size > all.size() - next) return damaged_index();
    for (const std::size_t end = next + size; next < end; ++next) {
      if (all[next].from >= lines || all[next].to >= lines) return damaged_index();
      bin.longest.push_back(all[next]);
    }
  }
  if (!counts.ok() || counts.left() > 0 || next != all.size()) return damaged_index();
  overview.make_levels();
  return overview;
}

}  // namespace tarry::timeline
