// SPDX-License-Identifier: BSD-3-Clause
#include "cli/extrapolation_report.h"

#include <fmt/core.h>

#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/counted.h"
#include "base/joined.h"
#include "report/text_escape.h"

namespace tarry::cli {
namespace {

using compressed::LeftOutCalls;
using compressed::Loss;
using LossJson = nlohmann::ordered_json;

LossJson calls_json(const LeftOutCalls& at) {
  LossJson json{{"call", report::valid_utf8(at.call)},
                {"left_out", at.left_out},
                {"calls", at.calls},
                {"left_out_bytes", at.bytes},
                {"bytes", at.all_bytes}};
  json["ranks"] = LossJson::array();
  for (const compressed::RankLoss& rank : at.ranks)
    json["ranks"].push_back({{"rank", rank.rank}, {"calls", rank.calls}, {"bytes", rank.bytes}});
  return json;
}

LossJson loss_json(const Loss& loss) {
  LossJson json = LossJson::object();
  if (!loss.trace.empty()) json["trace"] = report::valid_utf8(loss.trace);
  json["of"] = loss.trace.empty() ? "prediction" : "trace";
  json["ranks"] = loss.ranks;
  json["why"] = loss.why;
  json["left_out"] = LossJson::array();
  for (const LeftOutCalls& at : loss.calls) json["left_out"].push_back(calls_json(at));
  return json;
}

// Returns "; 1 call and 8 bytes on rank 1, 2 calls and 16 bytes each on ranks 0,3-5".
std::string ranks_text(const std::vector<compressed::RankLoss>& losses) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<std::uint32_t>> ranks;
  for (const compressed::RankLoss& each : losses)
    ranks[{each.calls, each.bytes}].push_back(each.rank);
  std::string out;
  for (const auto& [amount, of_ranks] : ranks)
    out += fmt::format("{} {} and {} {} {}", out.empty() ? ";" : ",",
                       base::counted(amount.first, "call"), base::counted(amount.second, "byte"),
                       base::form_for(of_ranks.size(), "on rank", "each on ranks"),
                       base::joined(of_ranks));
  return out;
}

}  // namespace

std::vector<std::string> loss_lines(const std::vector<Loss>& losses, bool with_ranks) {
  std::vector<std::string> out;
  for (const Loss& loss : losses)
    for (const LeftOutCalls& at : loss.calls)
      out.push_back(fmt::format("{} of {} of {} on {} of {}, {} of {}, in {}, {}{}", at.left_out,
                                base::counted(at.calls, "call"), at.call, at.ranks.size(),
                                base::counted(loss.ranks, "rank"), at.bytes,
                                base::counted(at.all_bytes, "byte"),
                                loss.trace.empty() ? "the predicted trace" : loss.trace, loss.why,
                                with_ranks ? ranks_text(at.ranks) : ""));
  return out;
}

std::string extrapolation_json(const Extrapolation& made) {
  LossJson json{{"schema", "tarry-extrapolation/1"},
                {"program", report::valid_utf8(made.trace.program)},
                {"ranks", made.trace.ranks},
                {"grid", compressed::extents_text(made.extents)},
                {"classes", made.formulas.classes.size()}};
  json["from"] = LossJson::array();
  for (const compressed::Extents& each : made.formulas.bases)
    json["from"].push_back(compressed::extents_text(each));
  const compressed::Confirmation confirmation = compressed::confirmation_of(made.formulas);
  json["formulas"] = confirmation.numbers;
  json["unconfirmed"] = LossJson::array();
  for (const std::string& place : confirmation.places)
    json["unconfirmed"].push_back(report::valid_utf8(place));
  json["losses"] = LossJson::array();
  for (const Loss& loss : made.losses) json["losses"].push_back(loss_json(loss));
  json["notes"] = LossJson::array();
  for (const std::string& note : made.trace.notes)
    json["notes"].push_back(report::valid_utf8(note));
  json["output"] = report::valid_utf8(made.output);
  return json.dump(2) + "\n";
}

}  // namespace tarry::cli
