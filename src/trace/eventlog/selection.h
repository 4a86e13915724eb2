// SPDX-License-Identifier: BSD-3-Clause
// The messages and collective operations in which a process took part without recording them, and
// those that other processes did not record (docs/decisions/028-consistent-selection.md):
// selection.tsv of its folder, layout in docs/formats/definitions-log.md.
//
// The messages from one rank to another with one tag on one communicator are a stream, and so are
// the collective operations on a communicator. Each operation in a stream has a place, counted from
// 0 in the order in which MPI matches: sends in the order of the calls, receives in the order of
// posting.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/result.h"

namespace tarry::trace::eventlog {

enum class StreamKind : std::uint32_t { Sends, Receives, Collectives };

// One side of a stream, as this process sees it.
struct Stream {
  StreamKind kind{};
  std::uint32_t comm = 0;  // number of this process
  std::uint32_t peer = 0;  // communicator rank; 0 for collective operations
  std::uint32_t tag = 0;   // 0 for collective operations
  friend auto operator<=>(const Stream&, const Stream&) = default;
};

struct StreamHash {
  std::size_t operator()(const Stream& stream) const {
    std::uint64_t hash = std::uint64_t{stream.comm} << 32 | stream.peer;
    hash = base::spread(hash ^ hash >> 29);
    hash ^= std::uint64_t{stream.tag} << 2 | static_cast<std::uint32_t>(stream.kind);
    hash = (hash ^ hash >> 31) * base::kSplitMixFirst;
    return static_cast<std::size_t>(hash ^ hash >> 32);
  }
};

// `count` consecutive operations of a stream without a record; they follow those that began at
// `ticks` or before. A negative count takes back that many, which were counted there and then
// canceled.
struct UnrecordedRun {
  Stream stream;
  std::int64_t count = 0;
  std::uint64_t ticks = 0;  // absolute
};

// Places [first, last) of a stream.
struct PlaceRange {
  static constexpr std::uint64_t kOpen = ~std::uint64_t{0};

  std::uint64_t first = 0;
  std::uint64_t last = 0;
  friend bool operator==(const PlaceRange&, const PlaceRange&) = default;
};
using PlaceRanges = std::vector<PlaceRange>;  // ascending, with gaps between them

struct Selection {
  std::vector<UnrecordedRun> unrecorded;
  // Requests whose start is in the log and whose end was not recorded; `unrecorded` counts them.
  std::vector<std::uint32_t> lost_requests;
  // Recorded here, but not at the other end or not by all members.
  std::map<Stream, PlaceRanges> left_out;

  [[nodiscard]] std::string serialize() const;
  static base::Result<Selection> parse(std::string_view text);
};

}  // namespace tarry::trace::eventlog
