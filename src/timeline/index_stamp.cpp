// SPDX-License-Identifier: BSD-3-Clause
#include "timeline/index_stamp.h"

#include "base/files.h"
#include "base/hash.h"
#include "clocks/corrections_file.h"
#include "trace/trace_stamp.h"

namespace tarry::timeline {

base::Result<std::uint64_t> index_stamp(const model::Definitions& definitions, const Place& place) {
  TRY_ASSIGN(std::uint64_t stamp, trace::trace_stamp(definitions, place.trace));
  stamp = base::fnv1a(stamp, place.correct_clocks ? 1 : 0);
  if (!place.correct_clocks) return base::mixed(stamp);
  if (const auto text = base::read_file(clocks::corrections_beside(place.trace)); text.ok())
    stamp = base::fnv1a(stamp, base::fnv1a(*text));
  return base::mixed(stamp);
}

}  // namespace tarry::timeline
