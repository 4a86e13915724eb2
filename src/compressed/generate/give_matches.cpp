// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/generate/give_matches.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "compressed/generate/progress.h"
#include "compressed/model/cursor.h"
#include "compressed/model/open_requests.h"

namespace tarry::compressed {
namespace {

bool holds_unknown(const std::vector<Term>& terms) {
  return std::any_of(terms.begin(), terms.end(), [](const Term& term) {
    return term.is_group() ? holds_unknown(term.body) : term.run.first == kUnknown;
  });
}

bool holds_unknown(const Elastic& element) {
  return std::any_of(element.pairs().begin(), element.pairs().end(), [](const ElasticPair& pair) {
    const auto* const values = std::get_if<Sequence>(&pair.values);
    return values != nullptr && holds_unknown(values->terms());
  });
}

// The sources and tags of the messages of one event and rank.
struct Messages {
  Sequence peers;
  Sequence tags;
};

// Goes through the calls of one rank and enters the messages of its receives.
class RankMessages {
 public:
  explicit RankMessages(const std::vector<MatchedSource>& matched) : matched_(matched) {}

  void add(std::vector<Action>& actions, Messages& out) {
    for (Action& action : actions) {
      std::optional<MatchedSource> got;
      if (action.kind == ActionKind::PostReceive || action.kind == ActionKind::Receive)
        got = next_ < matched_.size() ? std::optional(matched_[next_++]) : std::nullopt;
      if (opens_request(action.kind)) open_.open(got);
      if (closes_request(action.kind)) got = open_.close_at(action.request).value_or(std::nullopt);
      if (got && action.peer == kUnknown) action.peer = got->peer;
      if (got && action.tag == kUnknown) action.tag = got->tag;
      for (const Parameter parameter : parameters_of(action.kind)) {
        if (parameter == Parameter::Peer) out.peers.append(action.peer);
        if (parameter == Parameter::Tag) out.tags.append(action.tag);
      }
    }
  }

 private:
  const std::vector<MatchedSource>& matched_;
  std::size_t next_ = 0;
  OpenRequests<std::optional<MatchedSource>> open_;
};

Elastic united(std::map<std::uint32_t, Sequence> by_rank) {
  std::vector<ElasticPair> pairs;
  for (auto& [rank, values] : by_rank) {
    values.seal();
    if (!values.empty()) pairs.push_back({std::move(values), RankSet(rank)});
  }
  Elastic out;
  out.merge_ranks(Elastic::of_pairs(std::move(pairs)));
  return out;
}

}  // namespace

base::Result<Trace> give_matches(Trace trace) {
  std::vector<bool> is_incomplete;
  for (const Event& event : trace.events)
    is_incomplete.push_back(holds_unknown(event.of(Parameter::Peer)) ||
                            holds_unknown(event.of(Parameter::Tag)));
  if (std::count(is_incomplete.begin(), is_incomplete.end(), true) == 0) return trace;
  ProgressOptions options;
  options.use_recorded = false;
  TRY_ASSIGN(const Progress progress, run_calls(trace, options));
  if (!progress.stuck.empty())
    return base::Error{base::ErrorCode::Failed, "ranks wait for each other without an end",
                       text_of(progress.stuck), ""};
  std::vector<std::map<std::uint32_t, Sequence>> peers(trace.events.size());
  std::vector<std::map<std::uint32_t, Sequence>> tags(trace.events.size());
  for (std::uint32_t rank = 0; rank < trace.ranks; ++rank) {
    RankMessages messages(progress.matched[rank]);
    std::vector<Messages> of_event(trace.events.size());
    Cursor cursor(trace, rank);
    for (CursorCall call; cursor.next(call);) messages.add(call.actions, of_event[call.event]);
    for (std::size_t i = 0; i < of_event.size(); ++i) {
      if (!is_incomplete[i]) continue;
      peers[i][rank] = std::move(of_event[i].peers);
      tags[i][rank] = std::move(of_event[i].tags);
    }
  }
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    if (!is_incomplete[i]) continue;
    trace.events[i].of(Parameter::Peer) = united(std::move(peers[i]));
    trace.events[i].of(Parameter::Tag) = united(std::move(tags[i]));
  }
  return trace;
}

}  // namespace tarry::compressed
