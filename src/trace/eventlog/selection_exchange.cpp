// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/selection_exchange.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <type_traits>

#include "base/hash.h"

namespace tarry::trace::eventlog {
namespace {

// The name of a stream, equal at all its sides.
struct GlobalStream {
  CommKey comm;
  std::uint32_t sender = 0;  // communicator rank; of an intercommunicator in `sending_group`
  std::uint32_t receiver = 0;
  std::uint32_t tag = 0;
  std::uint32_t sending_group = 0;
  std::uint64_t is_collective = 0;  // as wide as the members before it: no padding is sent
  friend auto operator<=>(const GlobalStream&, const GlobalStream&) = default;
};

// One stream in a message; its ranges follow.
struct Side {
  GlobalStream stream;
  std::uint64_t range_count = 0;
};

// One stream in an answer; its ranges follow.
struct Answer {
  std::uint64_t side = 0;  // its position in the message
  std::uint64_t range_count = 0;
};

static_assert(std::has_unique_object_representations_v<Side>);

template <class Record>
void append(std::string& to, const Record& record) {
  to.append(reinterpret_cast<const char*>(&record), sizeof record);
}

void append_ranges(std::string& to, const PlaceRanges& ranges) {
  for (const PlaceRange& range : ranges) append(to, range);
}

template <class Record>
bool take(std::string_view& from, Record& record) {
  if (from.size() < sizeof record) return false;
  std::memcpy(&record, from.data(), sizeof record);
  from.remove_prefix(sizeof record);
  return true;
}

bool take_ranges(std::string_view& from, std::uint64_t count, PlaceRanges& ranges) {
  if (count > from.size() / sizeof(PlaceRange)) return false;
  ranges.resize(count);
  for (PlaceRange& range : ranges) take(from, range);
  return true;
}

std::uint64_t hash_of(const GlobalStream& stream) {
  std::uint64_t hash = stream.comm.high ^ stream.comm.low;
  for (const std::uint64_t part :
       {std::uint64_t{stream.sender} << 32 | stream.receiver,
        std::uint64_t{stream.tag} << 32 | stream.sending_group << 1 | stream.is_collective}) {
    hash = base::spread(hash ^ hash >> 29 ^ part);
    hash ^= hash >> 32;
  }
  return hash;
}

GlobalStream name_of(const Stream& stream, const LocalComm& comm, std::uint32_t process) {
  GlobalStream out;
  out.comm = comm.key;
  if (comm.is_self) out.comm.high = process + std::uint64_t{1};  // every process has one of its own
  if (stream.kind == StreamKind::Collectives) {
    out.is_collective = 1;
    return out;
  }
  const bool sends = stream.kind == StreamKind::Sends;
  out.sender = sends ? comm.rank : stream.peer;
  out.receiver = sends ? stream.peer : comm.rank;
  out.tag = stream.tag;
  out.sending_group = comm.remote_size == 0 || sends ? comm.group : 1 - comm.group;
  return out;
}

PlaceRanges intersection(const PlaceRanges& a, const PlaceRanges& b) {
  PlaceRanges out;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    const PlaceRange both{std::max(i->first, j->first), std::min(i->last, j->last)};
    if (both.first < both.last) out.push_back(both);
    ++(i->last < j->last ? i : j);
  }
  return out;
}

PlaceRanges difference(const PlaceRanges& all, const PlaceRanges& without) {
  PlaceRanges out;
  auto gone = without.begin();
  for (PlaceRange rest : all) {
    for (; gone != without.end() && gone->first < rest.last; ++gone) {
      if (gone->last <= rest.first) continue;
      if (gone->first > rest.first) out.push_back({rest.first, gone->first});
      rest.first = gone->last;
      if (rest.first >= rest.last) break;
    }
    if (rest.first < rest.last) out.push_back(rest);
  }
  return out;
}

// Intersects the places that the sides of a stream have reported.
class Meeting {
 public:
  void add(const PlaceRanges& recorded) {
    common_ = sides_++ == 0 ? recorded : intersection(common_, recorded);
  }
  // One end of a message may not have been reported at all.
  [[nodiscard]] PlaceRanges common(bool is_collective) const {
    return is_collective || sides_ == 2 ? common_ : PlaceRanges{};
  }

 private:
  std::uint32_t sides_ = 0;
  PlaceRanges common_;
};

template <class Visit>
bool for_each_side(std::string_view message, Visit visit) {
  Side side;
  PlaceRanges ranges;
  for (std::uint64_t number = 0; !message.empty(); ++number) {
    if (!take(message, side) || !take_ranges(message, side.range_count, ranges)) return false;
    visit(number, side, ranges);
  }
  return true;
}

}  // namespace

SelectionSides::SelectionSides(const ProcessDefinitions& definitions,
                               const std::map<Stream, PlaceRanges>& recorded,
                               std::uint32_t processes)
    : messages_(processes), told_(processes) {
  for (const auto& [stream, ranges] : recorded) tell(definitions, stream, ranges);
  for (std::uint32_t comm = 0; comm < definitions.communicators.size(); ++comm) {
    const Stream collectives{StreamKind::Collectives, comm};
    if (!recorded.contains(collectives)) tell(definitions, collectives, {});
  }
}

void SelectionSides::tell(const ProcessDefinitions& definitions, const Stream& stream,
                          const PlaceRanges& recorded) {
  if (stream.comm >= definitions.communicators.size()) return;
  const LocalComm& comm = definitions.communicators[stream.comm];
  if (!comm.known) return;
  const Side side{name_of(stream, comm, definitions.process.rank), recorded.size()};
  const std::size_t to = hash_of(side.stream) % messages_.size();
  append(messages_[to], side);
  append_ranges(messages_[to], recorded);
  told_[to].push_back(stream);
}

bool SelectionSides::read_answer(std::uint32_t process, std::string_view answer,
                                 std::map<Stream, PlaceRanges>& left_out) const {
  const std::vector<Stream>& told = told_[process];
  Answer head;
  PlaceRanges ranges;
  while (!answer.empty()) {
    if (!take(answer, head) || !take_ranges(answer, head.range_count, ranges)) return false;
    if (head.side >= told.size()) return false;
    left_out[told[head.side]] = ranges;
  }
  return true;
}

std::vector<std::string> answer_sides(const std::vector<std::string_view>& messages) {
  std::map<GlobalStream, Meeting> meetings;
  for (const std::string_view message : messages)
    for_each_side(message, [&](std::uint64_t, const Side& side, const PlaceRanges& recorded) {
      meetings[side.stream].add(recorded);
    });
  std::vector<std::string> answers(messages.size());
  for (std::size_t from = 0; from < messages.size(); ++from) {
    const bool good = for_each_side(
        messages[from], [&](std::uint64_t number, const Side& side, const PlaceRanges& recorded) {
          const PlaceRanges common = meetings[side.stream].common(side.stream.is_collective != 0);
          const PlaceRanges lacking = difference(recorded, common);
          if (lacking.empty()) return;
          append(answers[from], Answer{number, lacking.size()});
          append_ranges(answers[from], lacking);
        });
    if (!good) answers[from].clear();
  }
  return answers;
}

}  // namespace tarry::trace::eventlog
