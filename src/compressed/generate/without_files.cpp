// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/generate/without_files.h"

#include <cstdint>
#include <optional>
#include <vector>

#include "compressed/format/format.h"
#include "compressed/generate/rewrite.h"
#include "compressed/model/open_requests.h"

namespace tarry::compressed {
namespace {

// The calls of one rank after the other.
class FileFilter {
 public:
  void filter(std::vector<Action>& actions) {
    std::vector<Action> left;
    for (Action& action : actions)
      if (stays(action)) left.push_back(action);
    actions = std::move(left);
  }

 private:
  // Gives completions of accesses to windows their place among those that are left.
  bool stays(Action& action) {
    if (action.kind == ActionKind::StartTransfer) before_.open(0);
    if (action.kind == ActionKind::StartAccess) {
      before_.open(++last_access_);
      after_.open(last_access_);
    }
    if (action.kind != ActionKind::AccessDone) return !is_on_file(action.kind);
    const std::optional<std::uint64_t> access = before_.close_at(action.request);
    if (access && *access == 0) return false;
    if (access) action.request = after_.close(*access).value_or(0);
    return true;
  }

  std::uint64_t last_access_ = 0;
  OpenRequests<std::uint64_t> before_;  // the number of an access; 0 for transfers
  OpenRequests<std::uint64_t> after_;
};

}  // namespace

base::Result<Trace> without_files(const Trace& trace) {
  if (version_of(trace) < kFileVersion) return trace;
  FileFilter files;
  return rewritten(trace, [&](std::uint32_t, std::uint64_t number, Call& call) {
    if (number == 0) files = {};
    files.filter(call.actions);
  });
}

}  // namespace tarry::compressed
