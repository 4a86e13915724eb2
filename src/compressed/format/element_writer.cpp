// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/format/element_writer.h"

#include <algorithm>
#include <unordered_map>

#include "compressed/format/format.h"

namespace tarry::compressed {
namespace {

using Words = std::optional<Parameter>;

std::string value_text(std::int64_t value, Words words) {
  const std::string_view word = words ? word_of(*words, value) : std::string_view();
  return word.empty() ? std::to_string(value) : std::string(word);
}

std::string run_text(const Run& run, Words words) {
  if (run.count == 1) return value_text(run.first, words);
  if (run.stride == 0) return value_text(run.first, words) + "*" + std::to_string(run.count);
  const std::int64_t last = run.at(run.count - 1);
  if (run.stride == 1 && last > run.first)
    return std::to_string(run.first) + ".." + std::to_string(last);
  return std::to_string(run.first) + ":" + std::to_string(run.stride) + ":" +
         std::to_string(run.count);
}

std::string terms_text(const std::vector<Term>& terms, Words words) {
  std::string text;
  for (const Term& term : terms) {
    if (!text.empty()) text += ' ';
    text += term.is_group() ? "[" + terms_text(term.body, words) + "]*" + std::to_string(term.times)
                            : run_text(term.run, words);
  }
  return text;
}

std::string values_text(const Values& values, Words words) {
  if (const auto* sequence = std::get_if<Sequence>(&values))
    return "[" + sequence_text(*sequence, words) + "]";
  std::string text = "{";
  for (const auto& [value, count] : std::get<ValueHistogram>(values).counts) {
    if (text.size() > 1) text += ' ';
    text += value_text(value, words) + ":" + std::to_string(count);
  }
  return text + "}";
}

// Values of some ranks as they are written: either a constant, which each rank uses as often as it
// needs, or counted values.
struct Group {
  std::optional<std::int64_t> constant;
  const Values* values = nullptr;
  RankSet ranks;
};

std::optional<std::int64_t> constant_of(const ElasticPair& pair, const Uses& uses) {
  const auto* sequence = std::get_if<Sequence>(&pair.values);
  std::int64_t value = 0;
  if (sequence == nullptr || sequence->empty() || !sequence->is_constant(value)) return {};
  for (const Uses::Class& each : uses.classes())
    if (each.count == sequence->size())
      return intersection(pair.ranks, each.ranks) == pair.ranks ? std::optional(value)
                                                                : std::nullopt;
  return {};
}

std::vector<Group> groups_of(const Elastic& element, const Uses& uses) {
  std::vector<Group> groups;
  std::unordered_map<std::int64_t, std::size_t> by_constant;
  for (const ElasticPair& pair : element.pairs()) {
    const std::optional<std::int64_t> constant = constant_of(pair, uses);
    if (constant) {
      const auto [same, is_new] = by_constant.try_emplace(*constant, groups.size());
      if (!is_new) {
        groups[same->second].ranks.unite(pair.ranks);
        continue;
      }
    }
    groups.push_back({constant, &pair.values, pair.ranks});
  }
  return groups;  // by lowest rank, in the order of the pairs
}

RankSet ranks_of(const std::vector<Group>& groups) {
  std::vector<const RankSet*> sets;
  for (const Group& group : groups) sets.push_back(&group.ranks);
  return RankSet::of_sets(sets);
}

}  // namespace

std::string ranks_text(const RankSet& ranks) {
  std::string text;
  for (const RankList& list : ranks.lists()) {
    text += "<" + std::to_string(list.dimensions.size()) + " " + std::to_string(list.start);
    for (const RankList::Dimension& dimension : list.dimensions)
      text += " " + std::to_string(dimension.length) + " " + std::to_string(dimension.stride);
    text += '>';
  }
  return text;
}

std::string sequence_text(const Sequence& sequence, Words words) {
  return terms_text(sequence.terms(), words);
}

std::string rank_values_text(const Values& values, Words words) {
  const auto* sequence = std::get_if<Sequence>(&values);
  std::int64_t value = 0;
  if (sequence != nullptr && sequence->is_constant(value)) return value_text(value, words);
  return values_text(values, words);
}

std::string elastic_text(const Elastic& element, const Uses& uses, Words words,
                         std::optional<std::int64_t> otherwise) {
  if (element.empty()) return uses.empty() ? "" : "-";
  const std::vector<Group> groups = groups_of(element, uses);
  const bool all = ranks_of(groups) == uses.ranks();
  if (all && groups.size() == 1 && otherwise && groups.front().constant == otherwise) return "";
  std::string text;
  for (const Group& group : groups) {
    text += group.constant ? value_text(*group.constant, words) : values_text(*group.values, words);
    if (!all || &group != &groups.back()) text += ranks_text(group.ranks);
  }
  return text;
}

std::string uses_text(const Uses& uses, const RankSet& all) {
  std::vector<Uses::Class> classes = uses.classes();
  if (classes.empty()) return "-";
  std::sort(classes.begin(), classes.end(), [](const Uses::Class& a, const Uses::Class& b) {
    return a.ranks.lowest() < b.ranks.lowest();
  });
  const bool rest = uses.ranks() == all;
  std::string text;
  for (const Uses::Class& each : classes) {
    text += std::to_string(each.count);
    if (!rest || &each != &classes.back()) text += ranks_text(each.ranks);
  }
  return text;
}

std::string histogram_text(const TimeHistogram& histogram) {
  if (histogram.count() == 0) return "-";
  const std::uint64_t smallest = histogram.smallest();
  if (smallest == histogram.largest() && histogram.sum() == smallest * histogram.count())
    return std::to_string(smallest) +
           (histogram.count() == 1 ? "" : "*" + std::to_string(histogram.count()));
  std::string text = std::to_string(histogram.sum()) + "/" + std::to_string(smallest) + ".." +
                     std::to_string(histogram.largest()) + ":";
  const TimeBins layout(smallest, histogram.largest());
  std::uint32_t next = layout.of(TimeHistogram::bin_of(smallest));
  for (const auto [bin, count] : histogram.bins()) {
    if (bin != next)
      text += ";" + std::to_string(bin) + ":";
    else if (text.back() != ':')
      text += ',';
    text += std::to_string(count);
    next = layout.behind(bin);
  }
  return text;
}

}  // namespace tarry::compressed
