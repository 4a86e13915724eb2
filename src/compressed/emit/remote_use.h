// SPDX-License-Identifier: BSD-3-Clause
// What a benchmark must know about windows and files beside the values of single calls: whether the
// trace says enough to make all calls on them again, which communicator a window has, and which
// names of files on different ranks mean the same file.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "compressed/emit/program.h"
#include "compressed/model/membership.h"
#include "compressed/model/trace.h"

namespace tarry::emit {

struct RemoteUse {
  // By event and rank: the number of the communicator of the windows that the calls work on.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t> comms;
  // By rank and number of the name on that rank: the number of the file.
  std::map<std::pair<std::uint32_t, std::int64_t>, std::int64_t> files;
  // By number of the file: its length before the program used it, or -1 if the program made it.
  std::vector<std::int64_t> lengths;
  // Calls at one place work on windows of several communicators.
  bool mixes_comms = false;
};

// Returns whether a variant of a call works on windows or files.
bool is_remote(const Variant& variant);

// Returns whether a benchmark can make all calls on windows and files again.
bool can_make_remote(const compressed::Trace& trace);

// `trace` is one for which can_make_remote() is true, or the skeleton of such traces with its
// scale; lengths of files may then be symbols.
RemoteUse remote_use(const compressed::Trace& trace,
                     const std::vector<compressed::Memberships>& comms, const Scale* scale);

}  // namespace tarry::emit
