// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/format/element_parser.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>

#include "compressed/format/format.h"

namespace tarry::compressed {
namespace {

using Words = std::optional<Parameter>;

constexpr std::size_t kMostDimensions = 64;
constexpr std::uint64_t kMostBins = 1000;

// Returns false if the product or sum is more values than an element may have.
bool multiply(std::uint64_t& size, std::uint64_t by) {
  return !__builtin_mul_overflow(size, by, &size) && size <= kMostValues;
}
bool add(std::uint64_t& size, std::uint64_t more) {
  return !__builtin_add_overflow(size, more, &size) && size <= kMostValues;
}

bool ends_element(char c) {
  constexpr std::string_view kEnds = " \t\r\n#,)";
  return kEnds.find(c) != kEnds.npos;
}

// Ranks with equal vectors get one pair, even if they were written apart.
std::vector<ElasticPair> united(std::vector<ElasticPair> pairs) {
  std::vector<ElasticPair> out;
  std::unordered_multimap<std::uint64_t, std::size_t> by_hash;
  for (ElasticPair& pair : pairs) {
    const auto* sequence = std::get_if<Sequence>(&pair.values);
    const std::uint64_t hash = sequence == nullptr ? 0 : sequence->hash();
    const auto [begin, end] = by_hash.equal_range(hash);
    const auto same = std::find_if(begin, end, [&](const auto& entry) {
      return sequence != nullptr && out[entry.second].values == pair.values;
    });
    if (same != end) {
      out[same->second].ranks.unite(pair.ranks);
      continue;
    }
    by_hash.emplace(hash, out.size());
    out.push_back(std::move(pair));
  }
  return out;
}

// Returns the ranks that are not marked.
RankSet without(const RankSet& ranks, const std::vector<bool>& marked) {
  if (marked.empty()) return ranks;
  std::vector<std::uint32_t> left = ranks.ranks();
  std::erase_if(left, [&](std::uint32_t rank) { return rank < marked.size() && marked[rank]; });
  return left.empty() ? RankSet() : RankSet::of_sorted(left);
}

// Marks the ranks. Returns false if one is marked already.
bool add_new(const RankSet& ranks, std::vector<bool>& marked) {
  bool are_new = true;
  for (const std::uint32_t rank : ranks.ranks()) {
    if (rank >= marked.size()) marked.resize(rank + std::size_t{1}, false);
    are_new = are_new && !marked[rank];
    marked[rank] = true;
  }
  return are_new;
}

Sequence repeated(std::int64_t value, std::uint64_t count) {
  Sequence sequence;
  sequence.append(Run{value, 0, count});
  sequence.seal();
  return sequence;
}

// Returns whether that many values may have this sum. A very large sum is known modulo 2^64 only.
bool can_be_sum(std::uint64_t sum, std::uint64_t smallest, std::uint64_t largest,
                const std::vector<TimeHistogram::Bin>& bins) {
  std::uint64_t count = 0;
  for (const TimeHistogram::Bin& bin : bins) count += bin.count;
  std::uint64_t most = 0;
  if (__builtin_mul_overflow(largest, count, &most)) return true;
  return sum >= smallest * count && sum <= most;
}

}  // namespace

base::Result<RankList> ElementParser::rank_list() {
  const TextPlace begin = scanner_.place();
  TRY(scanner_.expect('<', "a rank list such as <1 0 8 1>"));
  const auto number = [&](std::string_view what, std::uint64_t most) {
    scanner_.skip_blanks();
    return scanner_.number(what, most);
  };
  TRY_ASSIGN(const std::uint64_t dimensions, number("the number of dimensions", kMostDimensions));
  TRY_ASSIGN(const std::uint64_t start, number("the first rank", ranks_ - 1));
  RankList list{static_cast<std::uint32_t>(start), {}};
  std::uint64_t last = start;
  for (std::uint64_t i = 0; i < dimensions; ++i) {
    TRY_ASSIGN(const std::uint64_t length, number("the length of a dimension", ranks_));
    TRY_ASSIGN(const std::uint64_t stride, number("the stride of a dimension", ranks_));
    if (length == 0) return scanner_.error(begin, "a dimension of a rank list has the length 0");
    last += (length - 1) * stride;
    if (last >= ranks_ || (length > 1 && stride == 0))
      return scanner_.error(begin, last >= ranks_ ? "the rank list goes beyond the last rank, " +
                                                        std::to_string(ranks_ - 1)
                                                  : "a rank occurs twice");
    list.dimensions.push_back(
        {static_cast<std::uint32_t>(length), static_cast<std::uint32_t>(stride)});
  }
  scanner_.skip_blanks();
  TRY(scanner_.expect('>', "the end of the rank list, '>'"));
  return list;
}

base::Result<RankSet> ElementParser::rank_set() {
  const TextPlace begin = scanner_.place();
  std::vector<RankList> lists;
  std::uint64_t size = 0;
  do {
    TRY_ASSIGN(RankList list, rank_list());
    std::uint64_t of_list = 1;
    for (const RankList::Dimension& dimension : list.dimensions)
      of_list = std::min<std::uint64_t>(of_list * dimension.length, kMostRanks + 1);
    size += of_list;
    if (size > ranks_) return scanner_.error(begin, "a rank occurs twice");
    lists.push_back(std::move(list));
  } while (scanner_.peek() == '<');
  RankSet set = RankSet::of_lists(lists);
  if (set.size() != size) return scanner_.error(begin, "a rank occurs twice");
  return set;
}

base::Result<std::int64_t> ElementParser::value(Words words) {
  const char first = scanner_.peek();
  const bool is_word = (first >= 'a' && first <= 'z') || first == '?';
  if (!words || !is_word) return scanner_.integer("a value");
  const TextPlace begin = scanner_.place();
  const std::string_view word = scanner_.word();
  if (const auto found = value_of_word(*words, word)) return *found;
  return scanner_.error(begin, "no value of " + std::string(parameter_name(*words)) +
                                   " is called '" + std::string(word) + "'");
}

// Reads on behind the opening bracket, including the closing one.
base::Result<ElementParser::Vector> ElementParser::vector(Words words, std::size_t depth) {
  const TextPlace begin = scanner_.place();
  if (depth > kMostNesting) return scanner_.error(begin, "groups are nested too deeply");
  Vector vector;
  for (scanner_.skip_blanks(); !scanner_.accept(']'); scanner_.skip_blanks()) {
    const TextPlace place = scanner_.place();
    Vector part;
    if (scanner_.accept('[')) {
      TRY_ASSIGN(part, group(words, depth, place));
    } else {
      TRY_ASSIGN(part, run(words));
    }
    if (!add(vector.size, part.size))
      return scanner_.error(place, "more values than a vector can have");
    std::move(part.terms.begin(), part.terms.end(), std::back_inserter(vector.terms));
  }
  if (vector.terms.empty()) return scanner_.error(begin, "expected values, found none");
  return vector;
}

base::Result<ElementParser::Vector> ElementParser::group(Words words, std::size_t depth,
                                                         TextPlace begin) {
  TRY_ASSIGN(Vector body, vector(words, depth + 1));
  TRY(scanner_.expect('*', "'*' and how often the group is repeated"));
  TRY_ASSIGN(const std::uint64_t times,
             scanner_.number("how often the group is repeated", kMostValues));
  if (times == 0) return scanner_.error(begin, "values are repeated 0 times");
  if (times == 1) return body;
  if (!multiply(body.size, times))
    return scanner_.error(begin, "more values than a vector can have");
  Term term;
  term.body = std::move(body.terms);
  term.times = times;
  body.terms = {std::move(term)};
  return body;
}

base::Result<ElementParser::Vector> ElementParser::run(Words words) {
  const TextPlace begin = scanner_.place();
  Run run;
  TRY_ASSIGN(run.first, value(words));
  run.count = 1;
  if (scanner_.accept('*')) {
    TRY_ASSIGN(run.count, scanner_.number("how often the value is repeated", kMostValues));
  } else if (scanner_.accept("..")) {
    TRY_ASSIGN(const std::int64_t last, scanner_.integer("the last value"));
    std::int64_t steps = 0;
    if (last < run.first || __builtin_sub_overflow(last, run.first, &steps) ||
        static_cast<std::uint64_t>(steps) >= kMostValues)
      return scanner_.error(begin, "the last value of a..b must be above the first");
    run.stride = 1;
    run.count = static_cast<std::uint64_t>(steps) + 1;
  } else if (scanner_.accept(':')) {
    TRY_ASSIGN(run.stride, scanner_.integer("the distance of the values"));
    TRY(scanner_.expect(':', "':' and the number of values"));
    TRY_ASSIGN(run.count, scanner_.number("the number of values", kMostValues));
  }
  if (run.count == 0) return scanner_.error(begin, "values are repeated 0 times");
  if (run.count == 1) run.stride = 0;
  // The writer never makes a progression of two different values.
  if (run.count == 2 && run.stride != 0)
    return Vector{{{{run.first, 0, 1}, {}, 1}, {{run.at(1), 0, 1}, {}, 1}}, 2};
  return Vector{{{run, {}, 1}}, run.count};
}

base::Result<Sequence> ElementParser::sequence(Words words) {
  TRY(scanner_.expect('[', "values in brackets"));
  TRY_ASSIGN(Vector all, vector(words, 1));
  return Sequence::of(std::move(all.terms));
}

// Reads on behind the opening brace, including the closing one.
base::Result<ValueHistogram> ElementParser::value_histogram(Words words) {
  ValueHistogram histogram;
  std::uint64_t size = 0;
  for (scanner_.skip_blanks(); !scanner_.accept('}'); scanner_.skip_blanks()) {
    const TextPlace place = scanner_.place();
    TRY_ASSIGN(const std::int64_t of, value(words));
    TRY(scanner_.expect(':', "':' and how often the value occurs"));
    TRY_ASSIGN(const std::uint64_t count,
               scanner_.number("how often the value occurs", kMostValues));
    if (count == 0) return scanner_.error(place, "values are repeated 0 times");
    if (!add(size, count)) return scanner_.error(place, "more values than a vector can have");
    if (!histogram.counts.emplace(of, count).second)
      return scanner_.error(place, "a value occurs twice in a histogram");
  }
  return histogram;
}

base::Result<WrittenGroup> ElementParser::written_group(Words words) {
  WrittenGroup group{scanner_.place(), {}, {}, {}};
  if (scanner_.peek() == '[') {
    TRY_ASSIGN(group.values, sequence(words));
  } else if (scanner_.accept('{')) {
    TRY_ASSIGN(group.values, value_histogram(words));
  } else {
    TRY_ASSIGN(group.constant, value(words));
  }
  if (scanner_.peek() == '<') {
    TRY_ASSIGN(group.ranks, rank_set());
  }
  return group;
}

base::Result<WrittenElement> ElementParser::element(Words words) {
  WrittenElement written{scanner_.place(), {}};
  const bool is_number = scanner_.peek(1) >= '0' && scanner_.peek(1) <= '9';
  if (!is_number && scanner_.accept('-')) return written;
  do {
    TRY_ASSIGN(WrittenGroup group, written_group(words));
    written.groups.push_back(std::move(group));
  } while (written.groups.back().ranks.has_value() && !ends_element(scanner_.peek()));
  return written;
}

base::Result<std::vector<RankSet>> ElementParser::ranks_of(const WrittenElement& written,
                                                           const RankSet& using_it,
                                                           const RankSet& all) const {
  std::vector<RankSet> sets;
  std::vector<bool> is_known;  // by rank
  for (const WrittenGroup& group : written.groups) {
    RankSet ranks = group.ranks ? *group.ranks : without(using_it, is_known);
    if (ranks.empty()) return scanner_.error(group.place, "no ranks are left for these values");
    if (const RankSet others = difference(ranks, all); !others.empty())
      return scanner_.error(group.place, "rank " + std::to_string(others.lowest()) +
                                             " does not take part in the event");
    if (written.groups.size() > 1 && !add_new(ranks, is_known))
      return scanner_.error(group.place, "a rank has two vectors here");
    sets.push_back(std::move(ranks));
  }
  return sets;
}

base::Result<Elastic> ElementParser::resolve(const WrittenElement& written, const Uses& uses,
                                             const RankSet& all) const {
  TRY_ASSIGN(const std::vector<RankSet> sets, ranks_of(written, uses.ranks(), all));
  std::vector<ElasticPair> pairs;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const WrittenGroup& group = written.groups[i];
    if (!group.constant) {
      pairs.push_back({group.values, sets[i]});
      continue;
    }
    const Uses here = uses.of(sets[i]);
    const RankSet without = difference(sets[i], here.ranks());
    if (!without.empty())
      return scanner_.error(
          group.place, "rank " + std::to_string(without.lowest()) + " never uses a value here");
    for (const Uses::Class& each : here.classes()) {
      if (each.count > kMostValues)
        return scanner_.error(group.place, "more values than a vector can have");
      pairs.push_back({repeated(*group.constant, each.count), each.ranks});
    }
  }
  return Elastic::of_pairs(united(std::move(pairs)));
}

base::Result<Uses> ElementParser::resolve_uses(const WrittenElement& written,
                                               const RankSet& all) const {
  TRY_ASSIGN(const std::vector<RankSet> sets, ranks_of(written, all, all));
  Uses uses;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const WrittenGroup& group = written.groups[i];
    if (!group.constant || *group.constant < 1)
      return scanner_.error(group.place, "expected a number of at least 1");
    uses.add(sets[i], static_cast<std::uint64_t>(*group.constant));
  }
  return uses;
}

base::Result<TimeHistogram> ElementParser::time_histogram() {
  scanner_.skip_blanks();
  const TextPlace begin = scanner_.place();
  if (scanner_.accept('-')) return TimeHistogram();
  TRY_ASSIGN(std::uint64_t sum, scanner_.number("a value or a sum of values"));
  std::uint64_t smallest = sum;
  std::uint64_t largest = sum;
  std::vector<TimeHistogram::Bin> bins = {{TimeHistogram::bin_of(sum), 1}};
  if (scanner_.accept('*')) {
    TRY_ASSIGN(bins[0].count, scanner_.number("how many values these are", kMostValues));
    if (bins[0].count == 0 || __builtin_mul_overflow(sum, bins[0].count, &sum))
      return scanner_.error(begin, "a sum that cannot be");
  } else if (scanner_.accept('/')) {
    TRY_ASSIGN(smallest, scanner_.number("the smallest value"));
    TRY(scanner_.expect('.', "'..' and the largest value"));
    TRY(scanner_.expect('.', "'..' and the largest value"));
    TRY_ASSIGN(largest, scanner_.number("the largest value"));
    if (largest < smallest) return scanner_.error(begin, "the largest value is below the smallest");
    const TimeBins layout(smallest, largest);
    TRY_ASSIGN(bins, time_bins(layout, layout.of(TimeHistogram::bin_of(smallest))));
    if (bins.back().bin != layout.of(TimeHistogram::bin_of(largest)))
      return scanner_.error(begin, "the last bin is not that of the largest value");
    if (!can_be_sum(sum, smallest, largest, bins))
      return scanner_.error(begin,
                            "the sum is not one of so many values from the smallest to the "
                            "largest");
  }
  return TimeHistogram::of(sum, smallest, largest, bins);
}

// Reads ":12,500;40:3", where `bin` is the first bin.
base::Result<std::vector<TimeHistogram::Bin>> ElementParser::time_bins(const TimeBins& layout,
                                                                       std::uint32_t bin) {
  TRY(scanner_.expect(':', "':' and the numbers of values in bins"));
  std::vector<TimeHistogram::Bin> bins;
  std::uint64_t size = 0;
  for (;;) {
    const TextPlace place = scanner_.place();
    TRY_ASSIGN(const std::uint64_t count, scanner_.number("the number of values in a bin"));
    if (count == 0 || !add(size, count))
      return scanner_.error(place, "a number of values that cannot be");
    bins.push_back({bin, count});
    if (scanner_.accept(',')) {
      bin = layout.behind(bin);
    } else if (scanner_.accept(';')) {
      const TextPlace next = scanner_.place();
      TRY_ASSIGN(const std::uint64_t jump, scanner_.number("a bin", kMostBins));
      if (jump <= bin) return scanner_.error(next, "bins must rise");
      bin = layout.of(static_cast<std::uint32_t>(jump));
      if (bin != jump)
        return scanner_.error(
            next, "of a range this wide, no bin begins there but at " + std::to_string(bin));
      TRY(scanner_.expect(':', "':' and the number of values in the bin"));
    } else {
      return bins;
    }
  }
}

}  // namespace tarry::compressed
