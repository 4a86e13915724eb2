// SPDX-License-Identifier: BSD-3-Clause
// The `key=value` words of a region or record in a case. Every attribute must be asked for:
// finish() rejects the rest, so that a misspelled one is never silently ignored.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/event_handler.h"
#include "trace/synthetic/case_builder.h"
#include "trace/synthetic/case_lexer.h"

namespace tarry::trace::synthetic {

class Attributes {
 public:
  // Reads words with '=' and the words `bare` and `any`.
  static base::Result<Attributes> read(TokenReader& tokens, const CaseBuilder& builder);

  [[nodiscard]] bool has(std::string_view key) const { return values_.contains(key); }
  [[nodiscard]] bool any() const { return !values_.empty(); }

  // Each of these notes an error if the value is malformed; finish() returns the first error.
  std::string word(std::string_view key, std::string_view otherwise);
  std::uint64_t number(std::string_view key, std::uint64_t otherwise);
  Ticks time(std::string_view key, Ticks otherwise);
  std::vector<model::RequestId> requests(std::string_view key);
  std::pair<std::uint64_t, std::uint64_t> bytes_out_in();
  model::CommId comm();
  model::CommRank root(model::CommId comm);
  model::CommId team(std::string_view key);
  model::LockRecord lock();
  // Reads "TEAM/CREATOR/GENERATION".
  model::TaskId task();
  // Reads tag, bytes, comm, req, and the peer under `peer_key`.
  model::MessageRecord message(std::string_view peer_key);
  // Reads op, comm, root, bytes and req; `otherwise` is the operation if there is no op=.
  model::CollectiveRecord collective(std::optional<model::CollectiveOp> otherwise);

  // Returns the file under `file`.
  model::FileId file();
  // Returns the window under `win`.
  model::WindowId window();
  // Returns the rank under `to`, in the window's communicator; !valid() if there is none.
  model::CommRank target(model::WindowId window);
  // Returns world ranks, such as 0,2, in the given order.
  std::vector<model::Rank> ranks(std::string_view key);

  void fail(std::string what);
  [[nodiscard]] base::Status finish(const TokenReader& tokens) const;

 private:
  model::CommRank rank_in(model::CommId comm, std::uint64_t rank);
  model::CommId team_named(const std::string& name);
  const std::string* use(std::string_view key);

  const CaseBuilder* builder_ = nullptr;
  Token place_;  // beginning of the attributes, for messages
  std::map<std::string, std::string, std::less<>> values_;
  std::map<std::string, bool, std::less<>> used_;
  std::string error_;
};

}  // namespace tarry::trace::synthetic
