// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/remote_use.h"

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>

#include "compressed/emit/scale.h"
#include "compressed/model/cursor.h"
#include "compressed/model/open_requests.h"
#include "compressed/replay/call_role.h"
#include "compressed/replay/file_survey.h"
#include "model/mpi_function.h"

namespace tarry::emit {
namespace {

using compressed::Action;
using compressed::ActionKind;
using replay::CallRole;

bool is_remote(ActionKind kind) {
  return compressed::is_one_sided(kind) || compressed::is_on_file(kind);
}

const std::string& function_of(const compressed::Trace& trace, std::uint32_t event) {
  return trace.sites[trace.events[event].site.index()].function;
}

bool says_enough(const Action& action, const std::string& function, CallRole role) {
  switch (action.kind) {
    case ActionKind::MakeWindow:
      return role == CallRole::OneSided && action.size >= 0 && action.unit > 0;
    case ActionKind::Synchronize:
    case ActionKind::FreeWindow:
      return true;
    case ActionKind::Access:
    case ActionKind::StartAccess:
      return action.at >= 0 && action.target != compressed::kAllTargets;
    default:
      break;
  }
  const auto known = model::find_mpi_function(function);
  return role == CallRole::OnFile && known && replay::can_be_made(*known, action);
}

bool has_remote(const compressed::Trace& trace) {
  return std::any_of(trace.sites.begin(), trace.sites.end(), [](const compressed::Site& site) {
    const CallRole role = replay::call_role(site.function);
    return role == CallRole::OneSided || role == CallRole::OnFile;
  });
}

// The names of files as a forest: names of one file have one root.
class Names {
 public:
  using Name = std::pair<std::int64_t, std::uint32_t>;  // number and rank

  Name root(Name name) {
    const auto [at, is_new] = parents_.try_emplace(name, name);
    if (is_new || at->second == name) return name;
    const Name found = root(at->second);
    parents_[name] = found;
    return found;
  }
  // The lower name becomes the root.
  void unite(Name a, Name b) {
    a = root(a), b = root(b);
    parents_[std::max(a, b)] = std::min(a, b);
  }
  [[nodiscard]] const std::map<Name, Name>& all() const { return parents_; }

 private:
  std::map<Name, Name> parents_;
};

class Scan {
 public:
  Scan(const compressed::Trace& trace, const std::vector<compressed::Memberships>& comms,
       const Scale* scale)
      : trace_(trace), comms_(comms), scale_(scale) {}

  RemoteUse run() {
    for (std::uint32_t rank = 0; rank < trace_.ranks; ++rank) look_at(rank);
    number_files();
    return std::move(out_);
  }

 private:
  void look_at(std::uint32_t rank) {
    compressed::OpenRequests<std::int64_t> windows;  // by place: their communicators
    std::map<std::int64_t, std::uint64_t> opened;    // files by communicator
    compressed::Cursor cursor(trace_, rank);
    for (compressed::CursorCall call; cursor.next(call);)
      for (const Action& action : call.actions) {
        if (action.kind == ActionKind::MakeWindow) windows.open(action.comm);
        if (action.kind == ActionKind::OpenFile) open(action, rank, opened[action.comm]++);
        if (action.kind == ActionKind::DeleteFile) use(action, rank, 0);
        const bool works = action.kind == ActionKind::Access ||
                           action.kind == ActionKind::StartAccess ||
                           action.kind == ActionKind::Synchronize;
        if (works || action.kind == ActionKind::FreeWindow)
          if (const std::int64_t* comm = windows.at(action.window)) {
            const auto [at, is_new] = out_.comms.try_emplace({call.event, rank}, *comm);
            out_.mixes_comms |= works && !is_new && at->second != *comm;
          }
        if (action.kind == ActionKind::FreeWindow) windows.close_at(action.window);
      }
  }

  // `count` files were opened on the communicator before.
  void open(const Action& action, std::uint32_t rank, std::uint64_t count) {
    if ((action.mode & compressed::kFileFailed) != 0) return;
    const std::int64_t size =
        scale_ == nullptr ? action.size : scale_->symbols().value(action.size, 0);
    const bool finds = (action.mode & compressed::kFileExclusive) == 0 &&
                       (size > 0 || (action.mode & compressed::kFileCreate) == 0);
    use(action, rank, !finds ? -1 : size > 0 ? action.size : 0);
    const compressed::Membership* const comm = compressed::find(comms_[rank], action.comm);
    if (comm == nullptr || comm->group == nullptr) return;
    const Names::Name own{action.name, rank};
    const auto [first, is_new] = together_.try_emplace({comm->communicator, count}, own);
    if (!is_new) names_.unite(first->second, own);
  }

  // `length` is that of the file if this is its first use.
  void use(const Action& action, std::uint32_t rank, std::int64_t length) {
    if ((action.mode & compressed::kFileFailed) != 0) return;
    const Names::Name own{action.name, rank};
    names_.root(own);
    lengths_.try_emplace(own, length);
  }

  // Names with equal numbers get neighboring files, in the order of their ranks.
  void number_files() {
    std::map<Names::Name, std::int64_t> numbers;  // by root
    const std::map<Names::Name, Names::Name> all = names_.all();
    for (const auto& [name, parent] : all) {
      const Names::Name root = names_.root(name);
      const auto [at, is_new] = numbers.try_emplace(root, std::ssize(out_.lengths));
      if (is_new) out_.lengths.push_back(lengths_[root]);
      out_.files[{name.second, name.first}] = at->second;
    }
  }

  const compressed::Trace& trace_;
  const std::vector<compressed::Memberships>& comms_;
  const Scale* scale_;
  RemoteUse out_;
  Names names_;
  std::map<Names::Name, std::int64_t> lengths_;
  // By communicator and number of the call: the name of its first member.
  std::map<std::pair<std::uint32_t, std::uint64_t>, Names::Name> together_;
};

}  // namespace

bool is_remote(const Variant& variant) {
  return std::any_of(variant.operations.begin(), variant.operations.end(),
                     [](const Operation& each) { return is_remote(each.kind); });
}

bool can_make_remote(const compressed::Trace& trace) {
  if (!has_remote(trace)) return true;
  const auto comms = compressed::memberships_by_rank(trace.communicators, trace.ranks);
  for (std::uint32_t rank = 0; rank < trace.ranks; ++rank) {
    compressed::Cursor cursor(trace, rank);
    for (compressed::CursorCall call; cursor.next(call);)
      for (const Action& action : call.actions) {
        if (!is_remote(action.kind) || action.kind == ActionKind::AccessDone) continue;
        const std::string& function = function_of(trace, call.event);
        if (!says_enough(action, function, replay::call_role(function))) return false;
        if (action.kind != ActionKind::MakeWindow && action.kind != ActionKind::OpenFile) continue;
        const compressed::Membership* const comm = compressed::find(comms[rank], action.comm);
        if (comm == nullptr || comm->is_inter) return false;
      }
    if (!cursor.error().empty()) return false;
  }
  return true;
}

RemoteUse remote_use(const compressed::Trace& trace,
                     const std::vector<compressed::Memberships>& comms, const Scale* scale) {
  return has_remote(trace) ? Scan(trace, comms, scale).run() : RemoteUse{};
}

}  // namespace tarry::emit
