// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/conceptual_emitter.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "compressed/emit/conceptual_remote.h"
#include "compressed/emit/conceptual_text.h"
#include "compressed/emit/remote_use.h"
#include "model/collective_op.h"
#include "model/mpi_function.h"

namespace tarry::emit {
namespace {

using compressed::ActionKind;
using model::CollectiveOp;

constexpr std::size_t kWidthOfLine = 100;

class ConceptualEmitter final : public Emitter {
 public:
  explicit ConceptualEmitter(Computation computation) : computation_(computation) {}

  void begin(const Program& program) override {
    program_ = &program;
    text_.emplace(program);
    blocks_.emplace_back();
    collect_tags(program.body);
    if (accesses_windows_ && !tags_.empty()) {
      access_tag_ = std::to_string(*tags_.rbegin() + 1);
      tags_.insert(*tags_.rbegin() + 1);
    }
  }
  void phase(const std::string& text) override { comment_ = "# " + text + "\n"; }
  // Each statement says which tasks it is for.
  void begin_ranks(const RankSet&) override {}
  void end_ranks() override {}

  void begin_loop(const Node& loop) override {
    text_->open_loop(loop);
    blocks_.emplace_back();
  }
  void end_loop(const Node& loop) override {
    std::vector<std::string> body = std::move(blocks_.back());
    blocks_.pop_back();
    const std::string name = text_->loop_name();
    const std::int64_t most = text_->most_passes();
    text_->close_loop();
    if (body.empty() || most == 0) return;
    if (is_condition(loop)) {
      for (std::string& each : body) add(std::move(each));
      return;
    }
    std::string inner;
    for (std::size_t i = 0; i < body.size(); ++i)
      inner += indented(body[i]) + (i + 1 < body.size() ? " THEN\n" : "\n");
    const bool uses_name = mentions(inner, name);
    const std::string last = std::to_string(most - 1);
    std::string head = "FOR " + std::to_string(most) + " REPETITIONS {\n";
    if (uses_name && most == 1) head = "FOR EACH " + name + " IN {0} {\n";
    if (uses_name && most == 2) head = "FOR EACH " + name + " IN {0, 1} {\n";
    if (uses_name && most > 2) head = "FOR EACH " + name + " IN {0, ..., " + last + "} {\n";
    add(head + inner + "}");
  }

  void call(const Node& node) override {
    const Statement& statement = node.statement;
    compute(node);
    if (!statement.is_made) return;
    if (statement.completes) return complete(node);
    for (std::size_t i = 0; i < statement.variants.size(); ++i) {
      const Variant& variant = statement.variants[i];
      if (statement.variant.empty()) {
        perform(statement, variant, variant.ranks);
        continue;
      }
      // The calls whose variant is this one.
      for (const Choice& choice : statement.variant.choices) {
        if (choice.formula.is_constant() &&
            choice.formula.values[0] != static_cast<std::int64_t>(i))
          continue;
        if (!choice.formula.is_constant())
          only_ = text_->formula(choice.formula) + " = " + std::to_string(i);
        perform(statement, variant, choice.ranks);
        only_.clear();
      }
    }
  }

  base::Result<std::string> end() override {
    if (!text_->error().empty())
      return base::Error{base::ErrorCode::Unsupported, text_->error(), "", ""};
    const std::string ranks = std::to_string(program_->ranks);
    std::string out =
        "# A benchmark with the communication and the times of a program, made from a trace of "
        "it.\n";
    for (const std::string& note : program_->notes) out += "# " + note + "\n";
    for (const std::string& note : notes_) out += "# " + note + "\n";
    out += "REQUIRE LANGUAGE VERSION \"1.5\".\n\n";
    out += "ASSERT THAT \"this benchmark needs " + ranks + " tasks\" WITH num_tasks = " + ranks +
           ".\n";
    for (const std::string& item : blocks_.front()) out += "\n" + item + ".\n";
    return out;
  }

 private:
  // A comment that waits for its statement becomes part of it.
  void add(std::string item) {
    if (blocks_.size() == 1) item = std::exchange(comment_, "") + item;
    blocks_.back().push_back(std::move(item));
  }

  static bool mentions(const std::string& text, const std::string& name) {
    const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
    for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos; ++at) {
      const bool begins = at == 0 || !is_part(text[at - 1]);
      const std::size_t behind = at + name.size();
      if (begins && (behind == text.size() || !is_part(text[behind]))) return true;
    }
    return false;
  }

  static std::string indented(const std::string& text) {
    std::string out = "  ";
    for (const char c : text) {
      out += c;
      if (c == '\n') out += "  ";
    }
    return out;
  }

  // Breaks a statement that is too long.
  static std::string wrapped(std::string text) {
    std::string out;
    while (text.size() > kWidthOfLine) {
      const std::size_t at = text.rfind(' ', kWidthOfLine);
      if (at == std::string::npos || at < kWidthOfLine / 2) break;
      out += text.substr(0, at) + "\n    ";
      text.erase(0, at + 1);
    }
    return out + text;
  }
  void say(const std::string& text) { add(wrapped(text)); }

  void collect_tags(const std::vector<Node>& nodes) {
    for (const Node& node : nodes) {
      for (const Variant& variant : node.statement.variants)
        for (const Operation& operation : variant.operations) {
          accesses_windows_ |= compressed::is_one_sided(operation.kind);
          for (const Choice& choice : operation.tag.choices)
            tags_.insert(choice.formula.values.begin(), choice.formula.values.end());
        }
      collect_tags(node.body);
    }
  }

  // `is_named` tells whether the statement uses the number of its task, t.
  std::string tasks(const TaskGroup& group, bool is_named = false) {
    std::string when = group.when;
    if (!only_.empty()) when += (when.empty() ? "" : " /\\ ") + only_;
    return text_->tasks(group.ranks, when, "t", is_named);
  }

  void compute(const Node& node) {
    const Statement& statement = node.statement;
    if (statement.before_ns.empty() || computation_ == Computation::None) return;
    const char* verb = computation_ == Computation::Sleep ? "SLEEP" : "COMPUTE";
    for (const TaskGroup& group : text_->groups(node.ranks, {&statement.before_ns})) {
      const std::int64_t microseconds = (group.formulas[0]->values[0] + 500) / 1000;
      if (microseconds > 0)
        say(tasks(group) + " " + verb + " FOR " + std::to_string(microseconds) + " MICROSECONDS");
    }
  }

  void complete(const Node& node) {
    for (const TaskGroup& group : text_->groups(node.ranks, {})) {
      RankSet waiting;
      for (const Choice& choice : node.statement.completion.count.choices)
        if (*std::max_element(choice.formula.values.begin(), choice.formula.values.end()) > 0)
          waiting.unite(choice.ranks);
      std::vector<std::uint32_t> ranks;
      for (const std::uint32_t rank : group.ranks.ranks())
        if (waiting.contains(rank)) ranks.push_back(rank);
      if (!ranks.empty())
        say(tasks({RankSet::of_sorted(ranks), {}, group.when}) + " AWAIT COMPLETION");
    }
  }

  void perform(const Statement& statement, const Variant& variant, const RankSet& ranks) {
    if (is_remote(variant)) return on_window_or_file(statement, variant, ranks);
    const std::string& function = statement.function;
    const bool is_alone = variant.operations.size() == 1;
    bool started = false;
    for (const Operation& operation : variant.operations) {
      switch (operation.kind) {
        case ActionKind::Send:
        case ActionKind::Receive:
          message(operation, ranks, !is_alone);
          started |= !is_alone;
          break;
        case ActionKind::StartSend:
        case ActionKind::PostReceive:
          message(operation, ranks, true);
          break;
        case ActionKind::StartCollective:
          notes_.insert(function + " is a blocking operation here.");
          collective(operation);
          break;
        case ActionKind::Collective:
          collective(operation);
          break;
        default:
          break;
      }
    }
    if (!started) return;
    for (const TaskGroup& group : text_->groups(ranks, {})) say(tasks(group) + " AWAIT COMPLETION");
  }

  void on_window_or_file(const Statement& statement, const Variant& variant, const RankSet& ranks) {
    const RemoteContext context{ranks, only_, access_tag_};
    const auto is_completion = [](const Operation& operation) {
      return compressed::closes_request(operation.kind) || operation.kind == ActionKind::AccessDone;
    };
    bool awaits = false;
    for (const Operation& operation : variant.operations) {
      // One wait is for all requests of a call.
      if (is_completion(operation) && std::exchange(awaits, true)) continue;
      if (compressed::is_on_file(operation.kind)) {
        notes_.insert(kInsteadOfFiles);
        if (computation_ == Computation::None) continue;
        for (const std::string& each : statements_on_file(*text_, statement.duration_ns, context))
          say(each);
        continue;
      }
      if (operation.kind != ActionKind::AccessDone) notes_.insert(kInsteadOfAccesses);
      Operation one = operation;
      if (is_completion(operation)) one.kind = ActionKind::AccessDone;
      for (const std::string& each : statements_on_window(*text_, statement.function, one, context))
        say(each);
    }
  }

  void message(const Operation& operation, const RankSet& ranks, bool is_asynchronous) {
    const bool sends =
        operation.kind == ActionKind::Send || operation.kind == ActionKind::StartSend;
    for (const TaskGroup& group :
         text_->groups(ranks, {&operation.peer.value, &operation.bytes, &operation.tag})) {
      const bool is_named = operation.peer.form != PeerForm::Absolute;
      std::string text = tasks(group, is_named) + (is_asynchronous ? " ASYNCHRONOUSLY" : "");
      const std::string size = text_->formula(*group.formulas[1]);
      text += (sends ? " SEND A " : " RECEIVE A ") +
              (size.find(' ') == std::string::npos ? size : "(" + size + ")") + " BYTE MESSAGE";
      if (tags_.size() > 1) text += " USING TAG " + text_->formula(*group.formulas[2]);
      text += (sends ? " TO UNSUSPECTING TASK " : " FROM TASK ") +
              text_->peer(operation.peer, *group.formulas[0]);
      say(text);
    }
  }

  // "4 DOUBLEWORDS": what is reduced has a type.
  static std::string words(std::int64_t bytes) {
    const std::int64_t size = bytes % 8 == 0 ? 8 : bytes % 4 == 0 ? 4 : 1;
    const char* name = size == 8 ? " DOUBLEWORD" : size == 4 ? " INTEGER" : " BYTE";
    return std::to_string(bytes / size) + name + (bytes == size ? "" : "S");
  }

  // The tasks of a group, by the name of one of them.
  std::string members(const Group& group, const std::string& name) {
    return text_->tasks(group.members, "", name, false);
  }

  void collective(const Operation& operation) {
    const auto op = static_cast<CollectiveOp>(operation.op);
    for (const Group& group : operation.groups) {
      if (group.members.size() < 2) continue;
      collective(operation, op, group);
    }
  }

  [[nodiscard]] std::int64_t block(const Operation& operation, CollectiveOp op,
                                   std::int64_t members) {
    if (!operation.block.empty()) return mean_of(operation.block);
    const std::int64_t others = members - (operation.in_place ? 1 : 0);
    switch (op) {
      case CollectiveOp::Gatherv:
        return mean_of(operation.bytes);
      case CollectiveOp::Scatterv:
        return mean_of(operation.received);
      case CollectiveOp::ReduceScatter:
        return mean_of(operation.received) / others;
      default:
        return mean_of(operation.bytes) / others;
    }
  }

  void collective(const Operation& operation, CollectiveOp op, const Group& group) {
    const auto size = static_cast<std::int64_t>(group.members.size());
    const std::string all = members(group, "t"), root = "TASK " + std::to_string(group.root);
    const bool is_everybody = group.members.size() == program_->ranks;
    const std::string others =
        is_everybody ? "ALL OTHER TASKS"
                     : members(group, "u") + " /\\ u <> " + std::to_string(group.root);
    const std::int64_t bytes = block(operation, op, size);
    const auto multicast = [&](const std::string& from, std::int64_t each, const std::string& to) {
      say(from + " MULTICAST A " + std::to_string(each) + " BYTE MESSAGE TO " + to);
    };
    const auto reduce = [&](const std::string& to) {
      say(all + " REDUCE " + words(bytes) + " TO " + to);
    };
    switch (op) {
      case CollectiveOp::Barrier:
        return say(all + " SYNCHRONIZE");
      case CollectiveOp::Bcast:
        return multicast(root, bytes, others);
      case CollectiveOp::Scatter:
      case CollectiveOp::Scatterv:
        replaced(op, "a multicast");
        return multicast(root, bytes, others);
      case CollectiveOp::Gather:
      case CollectiveOp::Gatherv:
        replaced(op, "a reduction");
        return reduce(root);
      case CollectiveOp::Reduce:
        return reduce(root);
      case CollectiveOp::Allgather:
      case CollectiveOp::Allgatherv:
        replaced(op, "a reduction and a multicast");
        reduce(root);
        return multicast(root, bytes * size, others);
      case CollectiveOp::Alltoall:
      case CollectiveOp::Alltoallv:
      case CollectiveOp::Alltoallw:
        if (op != CollectiveOp::Alltoall) replaced(op, "multicasts of the mean size");
        return multicast(all, bytes,
                         is_everybody ? "ALL OTHER TASKS" : members(group, "u") + " /\\ u <> t");
      case CollectiveOp::ReduceScatter:
      case CollectiveOp::ReduceScatterBlock:
        replaced(op, "a reduction to each task");
        for (const std::uint32_t rank :
             is_everybody ? std::vector<std::uint32_t>{} : group.members.ranks())
          reduce("TASK " + std::to_string(rank));
        if (is_everybody)
          add("FOR EACH root IN {0, ..., num_tasks-1}\n  " + all + " REDUCE " + words(bytes) +
              " TO TASK root");
        return;
      case CollectiveOp::Allreduce:
        return reduce(is_everybody ? "ALL TASKS" : members(group, "u"));
      case CollectiveOp::Scan:
      case CollectiveOp::Exscan:
        replaced(op, "a reduction to all");
        return reduce(is_everybody ? "ALL TASKS" : members(group, "u"));
      default:
        return;
    }
  }

  void replaced(CollectiveOp op, const std::string& by) {
    notes_.insert("Instead of '" + std::string(model::info(op).word) + "' the tasks make " + by +
                  ".");
  }

  Computation computation_;
  const Program* program_ = nullptr;
  std::optional<ConceptualText> text_;
  std::vector<std::vector<std::string>> blocks_;  // statements of the open loops
  std::string comment_, only_;
  bool accesses_windows_ = false;
  std::string access_tag_;  // empty if there are no other messages
  std::set<std::int64_t> tags_;
  std::set<std::string> notes_;
};

}  // namespace

std::unique_ptr<Emitter> make_conceptual_emitter(Computation computation) {
  return std::make_unique<ConceptualEmitter>(computation);
}

}  // namespace tarry::emit
