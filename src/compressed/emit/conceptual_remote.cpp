// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/conceptual_remote.h"

#include <algorithm>
#include <string_view>

namespace tarry::emit {
namespace {

using compressed::ActionKind;
using Statements = std::vector<std::string>;

bool is_never(const Value& value) {
  return std::all_of(value.choices.begin(), value.choices.end(), [](const Choice& choice) {
    return std::all_of(choice.formula.values.begin(), choice.formula.values.end(),
                       [](std::int64_t each) { return each == 0; });
  });
}

// Accesses to nobody have a target below 0.
bool has_nobody(const Formula& target) {
  return std::any_of(target.values.begin(), target.values.end(),
                     [](std::int64_t each) { return each < 0; });
}

std::string in_brackets(const std::string& size) {
  return size.find(' ') == std::string::npos ? size : "(" + size + ")";
}

class Accesses {
 public:
  Accesses(ConceptualText& text, const RemoteContext& context) : text_(text), context_(context) {}

  [[nodiscard]] std::string tasks(const RankSet& ranks, std::string when, bool is_named) const {
    if (!context_.only.empty()) when += (when.empty() ? "" : " /\\ ") + context_.only;
    return text_.tasks(ranks, when, "t", is_named);
  }

  // Messages to the target.
  void send(const Operation& operation, const Value& bytes, Statements& out) const {
    for (const TaskGroup& group : text_.groups(context_.ranks, {&operation.peer.value, &bytes})) {
      if (is_nobody(operation, group)) continue;
      out.push_back(tasks(group.ranks, group.when, operation.peer.form != PeerForm::Absolute) +
                    message(*group.formulas[1]) + "TASK " +
                    text_.peer(operation.peer, *group.formulas[0]));
    }
  }

  // Messages from the target, which has to send them: one statement for all tasks where their
  // targets are as far away in all passes, else one for each.
  void fetch(const Operation& operation, const Value& bytes, Statements& out) const {
    for (const TaskGroup& group : text_.groups(context_.ranks, {&operation.peer.value, &bytes})) {
      if (is_nobody(operation, group)) continue;
      const Formula& target = *group.formulas[0];
      const std::string what = message(*group.formulas[1]);
      if (target.is_constant()) {
        out.push_back(fetch_alike(operation.peer.form, target.values[0], group, what));
        continue;
      }
      for (const std::uint32_t rank : group.ranks.ranks())
        out.push_back("TASKS t SUCH THAT t = " + target_of(operation.peer.form, target, rank) +
                      (group.when.empty() ? "" : " /\\ " + group.when) +
                      (context_.only.empty() ? "" : " /\\ " + context_.only) + what + "TASK " +
                      std::to_string(rank));
    }
  }

  void await(Statements& out) const {
    for (const TaskGroup& group : text_.groups(context_.ranks, {}))
      out.push_back(tasks(group.ranks, group.when, false) + " AWAIT COMPLETION");
  }

  // The members of each group that come here.
  void synchronize(const std::vector<Group>& groups, Statements& out) const {
    for (const Group& group : groups) {
      std::vector<std::uint32_t> here;
      for (const std::uint32_t rank : group.members.ranks())
        if (context_.ranks.contains(rank)) here.push_back(rank);
      if (here.size() < 2) continue;
      for (const TaskGroup& each : text_.groups(RankSet::of_sorted(here), {}))
        out.push_back(tasks(each.ranks, each.when, false) + " SYNCHRONIZE");
    }
  }

 private:
  [[nodiscard]] std::string message(const Formula& bytes) const {
    return " ASYNCHRONOUSLY SEND A " + in_brackets(text_.formula(bytes)) + " BYTE MESSAGE" +
           (context_.tag.empty() ? "" : " USING TAG " + context_.tag) + " TO ";
  }

  static bool is_nobody(const Operation& operation, const TaskGroup& group) {
    return operation.peer.form == PeerForm::Absolute && has_nobody(*group.formulas[0]);
  }

  [[nodiscard]] std::string fetch_alike(PeerForm form, std::int64_t number, const TaskGroup& group,
                                        const std::string& what) const {
    if (form == PeerForm::Absolute)
      return tasks(RankSet::of_sorted({static_cast<std::uint32_t>(number)}), group.when, false) +
             what + text_.tasks(group.ranks, "", "u", false);
    std::vector<std::uint32_t> targets;
    for (const std::uint32_t rank : group.ranks.ranks())
      targets.push_back(static_cast<std::uint32_t>(target_rank(form, number, rank)));
    std::sort(targets.begin(), targets.end());
    const Formula back{{form == PeerForm::Xor ? number : -number}, {}, false, false};
    return tasks(RankSet::of_sorted(targets), group.when, true) + what + "TASK " +
           text_.peer({form, {}}, back);
  }

  [[nodiscard]] std::int64_t target_rank(PeerForm form, std::int64_t number,
                                         std::int64_t rank) const {
    const std::int64_t all = text_.tasks_in_all();
    if (form == PeerForm::Xor) return number ^ rank;
    return form == PeerForm::Offset ? rank + number : (rank + all + number) % all;
  }

  [[nodiscard]] std::string target_of(PeerForm form, const Formula& target,
                                      std::uint32_t rank) const {
    const std::string number = text_.formula(target), own = std::to_string(rank);
    switch (form) {
      case PeerForm::Offset:
        return own + " + (" + number + ")";
      case PeerForm::Modular:
        return "(" + own + " + num_tasks + (" + number + ")) MOD num_tasks";
      case PeerForm::Xor:
        return own + " XOR (" + number + ")";
      case PeerForm::Absolute:
        break;
    }
    return number;
  }

  ConceptualText& text_;
  const RemoteContext& context_;
};

}  // namespace

std::vector<std::string> statements_on_window(ConceptualText& text, const std::string& function,
                                              const Operation& operation,
                                              const RemoteContext& context) {
  Statements out;
  const Accesses accesses(text, context);
  const std::string_view name = std::string_view(function).substr(sizeof("MPI_") - 1);
  switch (operation.kind) {
    case ActionKind::MakeWindow:
      accesses.synchronize(operation.groups, out);
      return out;
    case ActionKind::FreeWindow:
      accesses.await(out);
      accesses.synchronize(operation.groups, out);
      return out;
    case ActionKind::Access:
    case ActionKind::StartAccess:
      if (!is_never(operation.bytes)) accesses.send(operation, operation.bytes, out);
      if (!is_never(operation.received)) accesses.fetch(operation, operation.received, out);
      return out;
    case ActionKind::AccessDone:
      accesses.await(out);
      return out;
    default:
      break;
  }
  // That a target may be accessed is a message without content.
  if (name == "Win_post") {
    const Value nothing{{{context.ranks, {{0}, {}, false, false}}}};
    accesses.send(operation, nothing, out);
  }
  if (name == "Win_start" || name == "Win_post" || name.starts_with("Win_lock") ||
      name == "Win_sync")
    return out;
  accesses.await(out);
  if (name == "Win_fence") accesses.synchronize(operation.groups, out);
  return out;
}

std::vector<std::string> statements_on_file(ConceptualText& text, const Value& nanoseconds,
                                            const RemoteContext& context) {
  Statements out;
  const Accesses accesses(text, context);
  for (const TaskGroup& group : text.groups(context.ranks, {&nanoseconds})) {
    const std::int64_t microseconds = (group.formulas[0]->values[0] + 500) / 1000;
    if (microseconds > 0)
      out.push_back(accesses.tasks(group.ranks, group.when, false) + " SLEEP FOR " +
                    std::to_string(microseconds) + " MICROSECONDS");
  }
  return out;
}

}  // namespace tarry::emit
