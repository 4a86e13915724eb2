// SPDX-License-Identifier: BSD-3-Clause
// The behavior of a rank, in a form in which ranks are compared without their calls. The partners
// of messages, the targets of calls on windows, and the communicators stand apart, because they are
// equal only in the right form: for one rank, each form maps different partners to different
// numbers. So two ranks use equal partners in a form if they use their partners in the same pattern
// and the partners, in the order of first use, are equal in that form. Messages that a receive from
// any source got are left out.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

struct NamedPeer {
  std::int64_t comm = 0;      // n-th communicator of the rank
  std::int64_t relative = 0;  // partner as in files
  friend auto operator<=>(const NamedPeer&, const NamedPeer&) = default;
};

// The partners at one site.
struct SitePeers {
  SiteId site;
  std::uint64_t pattern = 0;     // hash of which partner each use names
  std::vector<NamedPeer> peers;  // in the order of first use, without wildcards
};

// The displacements in windows or offsets in files at one site.
struct SiteOffsets {
  SiteId site;
  std::uint64_t pattern = 0;  // hash of the differences to the first one
  std::int64_t first = 0;
  bool are_known = true;  // no use is kUnknown
};

struct RankBehavior {
  std::uint64_t calls = 0;
  std::uint64_t rest = 0;            // hash of sites and of all other values
  std::vector<std::int64_t> comms;   // in the order of first use; the pattern is part of `rest`
  std::vector<SitePeers> sites;      // in the order of first use
  std::vector<SiteOffsets> offsets;  // the same
};

// Goes through all calls of the rank. Returns an Error if the trace is inconsistent. Thread: any.
base::Result<RankBehavior> behavior_of(const Trace& trace, std::uint32_t rank);

}  // namespace tarry::compressed
