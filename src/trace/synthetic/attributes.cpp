// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic/attributes.h"

#include <algorithm>
#include <tuple>

#include "base/parse_number.h"
#include "base/split.h"
#include "trace/synthetic/mpi_region.h"

namespace tarry::trace::synthetic {

base::Result<Attributes> Attributes::read(TokenReader& tokens, const CaseBuilder& builder) {
  Attributes made;
  made.builder_ = &builder;
  made.place_ = tokens.peek();
  while (true) {
    const std::size_t before = tokens.position;
    tokens.skip_line_ends();
    const Token& token = tokens.peek();
    const std::size_t equals = token.text.find('=');
    const bool flag = !token.quoted && (token.text == "bare" || token.text == "any");
    if (token.kind != Token::Kind::Word || token.quoted || (equals == std::string::npos && !flag)) {
      tokens.position = before;  // a line end may be the end of a statement
      return made;
    }
    std::string key = token.text.substr(0, equals);
    if (made.has(key)) return tokens.error(token, "'" + key + "' is given twice");
    made.values_[std::move(key)] = flag ? "" : token.text.substr(equals + 1);
    tokens.next();
  }
}

const std::string* Attributes::use(std::string_view key) {
  const auto found = values_.find(key);
  if (found == values_.end()) return nullptr;
  used_[std::string(key)] = true;
  return &found->second;
}

void Attributes::fail(std::string what) {
  if (error_.empty()) error_ = std::move(what);
}

base::Status Attributes::finish(const TokenReader& tokens) const {
  if (!error_.empty()) return tokens.error(place_, error_);
  for (const auto& [key, value] : values_)
    if (!used_.contains(key))
      return tokens.error(place_, "'" + key + "' means nothing at this region or record");
  return base::kOk;
}

std::string Attributes::word(std::string_view key, std::string_view otherwise) {
  const std::string* text = use(key);
  return text ? *text : std::string(otherwise);
}

std::uint64_t Attributes::number(std::string_view key, std::uint64_t otherwise) {
  const std::string* text = use(key);
  if (!text) return otherwise;
  const auto value = base::number_in<std::uint64_t>(*text);
  if (!value) fail("'" + std::string(key) + "' needs a whole number, not '" + *text + "'");
  return value.value_or(0);
}

Ticks Attributes::time(std::string_view key, Ticks otherwise) {
  const std::string* text = use(key);
  if (!text) return otherwise;
  const auto value = builder_->ticks(*text);
  if (!value) fail("'" + std::string(key) + "' needs a time on a tick, not '" + *text + "'");
  return value.value_or(Ticks{});
}

std::vector<model::RequestId> Attributes::requests(std::string_view key) {
  std::vector<model::RequestId> made;
  const std::string* text = use(key);
  if (!text) return made;
  for (const std::string_view part : base::split(*text, ',')) {
    const auto id = base::number_in<std::uint64_t>(part);
    if (!id) fail("'" + std::string(key) + "' needs numbers with commas, not '" + *text + "'");
    made.emplace_back(id.value_or(0));
  }
  return made;
}

std::pair<std::uint64_t, std::uint64_t> Attributes::bytes_out_in() {
  const std::string* text = use("bytes");
  if (!text) return {0, 0};
  const std::size_t slash = std::min(text->find('/'), text->size());
  const auto out = base::number_in<std::uint64_t>(std::string_view(*text).substr(0, slash));
  const auto in = slash == text->size()
                      ? std::nullopt
                      : base::number_in<std::uint64_t>(std::string_view(*text).substr(slash + 1));
  if (!out || !in) fail("a collective's bytes are written sent/received, not '" + *text + "'");
  return {out.value_or(0), in.value_or(0)};
}

model::CommId Attributes::comm() {
  const std::string name = word("comm", "world");
  const auto found = builder_->comms.find(name);
  if (found == builder_->comms.end()) {
    fail("there is no communicator '" + name + "'");
    return {};
  }
  return found->second;
}

model::CommRank Attributes::rank_in(model::CommId comm, std::uint64_t rank) {
  const auto& all = builder_->result.definitions.communicators;
  if (comm.valid()) {
    const model::Communicator& known = all[comm.index()];
    const std::size_t own = known.is_self ? 1 : known.members.size();
    // The group to which a rank of an intercommunicator belongs depends on the sender: either is
    // allowed.
    if (rank >= std::max(own, known.remote_members.size()))
      fail("communicator '" + known.name + "' has no rank " + std::to_string(rank));
  }
  return model::CommRank{static_cast<std::uint32_t>(rank)};
}

model::CommRank Attributes::root(model::CommId comm) {
  const std::string text = word("root", "none");
  if (text == "none") return model::kRootNone;
  if (text == "self") return model::kRootSelf;
  if (text == "group") return model::kRootThisGroup;
  const auto rank = base::number_in<std::uint64_t>(text);
  if (!rank) fail("'root' needs a rank, self, group or none, not '" + text + "'");
  return rank_in(comm, rank.value_or(0));
}

model::CommId Attributes::team(std::string_view key) { return team_named(word(key, "")); }

model::CommId Attributes::team_named(const std::string& name) {
  const auto found = builder_->comms.find(name);
  const auto& all = builder_->result.definitions.communicators;
  if (found != builder_->comms.end() && all[found->second.index()].is_team) return found->second;
  fail("there is no team '" + name + "'");
  return {};
}

model::LockRecord Attributes::lock() {
  model::LockRecord record;
  const std::string name = word("paradigm", "openmp");
  const auto paradigm = model::paradigm_by_name(name);
  if (!paradigm) fail("there is no paradigm '" + name + "'");
  record.paradigm = paradigm.value_or(model::Paradigm::OpenMp);
  record.lock = static_cast<std::uint32_t>(number("lock", 0));
  record.order = static_cast<std::uint32_t>(number("order", 0));
  return record;
}

model::TaskId Attributes::task() {
  const std::string text = word("task", "");
  const std::size_t first = std::min(text.find('/'), text.size());
  const std::size_t second = std::min(text.find('/', first + 1), text.size());
  model::TaskId id;
  id.team = team_named(text.substr(0, first));
  const auto part = [&](std::size_t begin, std::size_t end) {
    const auto value =
        begin >= end
            ? std::nullopt
            : base::number_in<std::uint64_t>(std::string_view(text).substr(begin, end - begin));
    if (!value) fail("a task is written TEAM/CREATOR/GENERATION, not '" + text + "'");
    return static_cast<std::uint32_t>(value.value_or(0));
  };
  id.creator = part(first + 1, second);
  id.generation = part(second + 1, text.size());
  return id;
}

model::WindowId Attributes::window() {
  const std::string name = word("win", "");
  const auto found = builder_->windows.find(name);
  if (found != builder_->windows.end()) return found->second;
  fail("there is no window '" + name + "'");
  return {};
}

model::FileId Attributes::file() {
  const std::string name = word("file", "");
  const auto found = builder_->files.find(name);
  if (found != builder_->files.end()) return found->second;
  fail("there is no file '" + name + "'");
  return {};
}

model::CommRank Attributes::target(model::WindowId window) {
  if (!has("to")) return {};
  const std::uint64_t rank = number("to", 0);
  if (!window.valid()) return {};
  return rank_in(builder_->result.definitions.windows[window.index()].comm, rank);
}

std::vector<model::Rank> Attributes::ranks(std::string_view key) {
  std::vector<model::Rank> made;
  for (const model::RequestId number : requests(key)) {
    if (number.value >= builder_->result.definitions.processes.size())
      fail("'" + std::string(key) + "' needs ranks of the case");
    made.emplace_back(static_cast<std::uint32_t>(number.value));
  }
  return made;
}

model::MessageRecord Attributes::message(std::string_view peer_key) {
  model::MessageRecord record;
  record.comm = comm();
  record.peer = rank_in(record.comm, number(peer_key, 0));
  record.tag = static_cast<std::uint32_t>(number("tag", 0));
  record.bytes = number("bytes", 1);
  if (has("req")) record.request = model::RequestId{number("req", 0)};
  record.from_any_source = peer_key == "from" && use("any") != nullptr;
  return record;
}

model::CollectiveRecord Attributes::collective(std::optional<model::CollectiveOp> otherwise) {
  model::CollectiveRecord record;
  const std::string name = word("op", "");
  const auto op = name.empty() ? otherwise : collective_op("MPI_" + name);
  if (!op) fail("'op' needs the name of a collective, such as Allreduce");
  record.op = op.value_or(model::CollectiveOp::Barrier);
  record.comm = comm();
  if (has_root(record.op) != has("root")) fail("rooted operations need root=, others have none");
  record.root = root(record.comm);
  if (record.op != model::CollectiveOp::Barrier && !has("bytes"))
    fail("a collective needs bytes=sent/received");
  std::tie(record.bytes_sent, record.bytes_received) = bytes_out_in();
  if (has("req")) record.request = model::RequestId{number("req", 0)};
  return record;
}

}  // namespace tarry::trace::synthetic
