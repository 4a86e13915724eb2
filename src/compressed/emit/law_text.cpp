// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/law_text.h"

namespace tarry::emit {
namespace {

using compressed::RankLaw;

// Returns `tests[i] ? parts[i] : ...`, with the part behind the last test for all others.
std::string choice_of(const std::vector<std::string>& tests,
                      const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < tests.size(); ++i) text += tests[i] + " ? " + parts[i] + " : ";
  return "(" + text + parts[tests.size()] + ")";
}

}  // namespace

std::string law_text(const RankLaw& law, const std::vector<std::string>& parts) {
  const bool by_rank = law.axis == RankLaw::kRank;
  const std::string extent = by_rank ? "size" : std::string(1, "xyz"[law.axis]);
  const std::string at = by_rank ? "rank" : "at." + extent;
  std::vector<std::string> tests;
  switch (law.kind) {
    case RankLaw::Kind::Even:
      break;
    case RankLaw::Kind::Linear:
      return "(" + parts[0] + " + (" + parts[1] + " - " + parts[0] + ") * " + at + " / (" + extent +
             " > 1 ? " + extent + " - 1 : 1))";
    case RankLaw::Kind::Borders:
      tests = {at + " == 0", at + " == " + extent + " - 1"};
      break;
    case RankLaw::Kind::Remainder:
      for (std::uint32_t i = 0; i + 1 < law.divisor; ++i)
        tests.push_back(at + " % " + std::to_string(law.divisor) + " == " + std::to_string(i));
      break;
    case RankLaw::Kind::Positions:
      for (const compressed::Position& each : law.positions)
        tests.push_back(at + " == " + each.text(extent));
      break;
  }
  return choice_of(tests, parts);
}

}  // namespace tarry::emit
