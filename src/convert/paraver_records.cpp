// SPDX-License-Identifier: BSD-3-Clause
#include "convert/paraver_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>

namespace tarry::convert {
namespace {

constexpr unsigned kKindShift = 30;
constexpr std::size_t kParaverPiece = 1u << 16;  // characters that are written at a time

}  // namespace

void ParaverRecords::begin(model::LocationIndex location) {
  end_run();
  location_ = location;
}

void ParaverRecords::add(Kind kind, std::int64_t time, std::uint64_t detail, std::uint32_t code) {
  records_.push_back(
      {time, detail, location_, static_cast<std::uint32_t>(kind) << kKindShift | code});
  last_ = std::max(last_, time);
}

void ParaverRecords::add_state(std::int64_t begin, std::int64_t end, ParaverState state) {
  add(Kind::State, begin, static_cast<std::uint64_t>(end), static_cast<std::uint32_t>(state));
  last_ = std::max(last_, end);
}

void ParaverRecords::add_event(std::int64_t time, std::uint32_t type, std::uint64_t value) {
  add(Kind::Event, time, value, type);
}

void ParaverRecords::end_run() {
  const std::size_t begin = runs_.empty() ? 0 : runs_.back();
  std::stable_sort(records_.begin() + static_cast<std::ptrdiff_t>(begin), records_.end(),
                   [](const Record& a, const Record& b) { return a.time < b.time; });
  if (records_.size() != begin) runs_.push_back(records_.size());
}

// A message stands where it was sent.
void ParaverRecords::add_message_records() {
  end_run();
  for (std::size_t m = 0; m < messages_.size(); ++m) {
    const std::vector<ParaverEnd>& sends = sends_[messages_[m].sender.index()];
    if (messages_[m].send >= sends.size()) continue;
    add(Kind::Message, sends[messages_[m].send].called, m, 0);
    last_ = std::max(last_, messages_[m].received.recorded);
  }
  end_run();
}

std::string ParaverRecords::line(const Record& record, const ParaverObjects& objects) const {
  const std::uint32_t code = record.code & ((1u << kKindShift) - 1);
  switch (static_cast<Kind>(record.code >> kKindShift)) {
    case Kind::State:
      return fmt::format("1:{}:{}:{}:{}\n", objects.of(record.location), record.time, record.detail,
                         code);
    case Kind::Event:
      return fmt::format("2:{}:{}:{}:{}\n", objects.of(record.location), record.time, code,
                         record.detail);
    case Kind::Message:
      break;
  }
  const ParaverMessage& message = messages_[record.detail];
  const ParaverEnd& send = sends_[message.sender.index()][message.send];
  return fmt::format("3:{}:{}:{}:{}:{}:{}:{}:{}\n", objects.of(message.sender), send.called,
                     send.recorded, objects.of(message.receiver), message.received.called,
                     message.received.recorded, message.bytes, message.tag);
}

base::Status ParaverRecords::write(const ParaverObjects& objects, base::AtomicFile& file) {
  add_message_records();
  TRY(file.write(objects.header(last_)));
  using Next = std::tuple<std::int64_t, std::size_t, std::size_t>;  // time, run, record
  std::priority_queue<Next, std::vector<Next>, std::greater<>> next;
  const auto go_to = [&](std::size_t run, std::size_t record) {
    if (record < runs_[run]) next.emplace(records_[record].time, run, record);
  };
  for (std::size_t run = 0; run < runs_.size(); ++run) go_to(run, run == 0 ? 0 : runs_[run - 1]);
  std::string text;
  while (!next.empty()) {
    const auto [time, run, record] = next.top();
    next.pop();
    text += line(records_[record], objects);
    go_to(run, record + 1);
    if (text.size() < kParaverPiece) continue;
    TRY(file.write(text));
    text.clear();
  }
  return file.write(text);
}

}  // namespace tarry::convert
