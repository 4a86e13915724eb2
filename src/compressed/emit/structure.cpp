// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/structure.h"

#include <algorithm>
#include <map>
#include <utility>

namespace tarry::emit {
namespace {

using compressed::Elastic;
using compressed::Event;
using compressed::Parameter;
using compressed::Sequence;
using compressed::Trace;

// The tree of one class.
struct Branchlet {
  std::uint32_t first = 0, last = 0;  // events
  bool is_loop = false;
  const Sequence* trips = nullptr;
  std::vector<Branchlet> body;
};

std::vector<RankClass> classes_of(const Trace& trace) {
  std::vector<std::vector<std::uint32_t>> signs(trace.ranks);
  std::vector<std::vector<std::uint32_t>> events(trace.ranks);
  const auto sign = [&](std::uint32_t event, std::uint32_t what, const Elastic& element) {
    std::uint32_t number = 0;
    for (const compressed::ElasticPair& pair : element.pairs()) {
      for (const std::uint32_t rank : pair.ranks.ranks())
        for (const std::uint32_t each : {event, what, number}) signs[rank].push_back(each);
      ++number;
    }
  };
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const Event& event = trace.events[i];
    for (const std::uint32_t rank : event.ranks.ranks()) {
      signs[rank].push_back(i);
      events[rank].push_back(i);
    }
    std::uint32_t what = 0;
    for (const compressed::Level& level : event.levels) {
      sign(i, what++, level.length);
      sign(i, what++, level.trips);
    }
    sign(i, what++, event.of(Parameter::Actions));
    sign(i, what, event.of(Parameter::Kind));
  }
  std::map<std::vector<std::uint32_t>, std::size_t> known;
  std::vector<RankClass> classes;
  for (std::uint32_t rank = 0; rank < trace.ranks; ++rank) {
    const auto [at, is_new] = known.emplace(std::move(signs[rank]), classes.size());
    if (is_new) classes.push_back({{}, std::move(events[rank])});
    classes[at->second].ranks.push_back(rank);
  }
  return classes;
}

class ClassReader {
 public:
  ClassReader(const Trace& trace, const RankClass& of)
      : trace_(trace), events_(of.events), rank_(of.ranks.front()) {}

  std::vector<Branchlet> read() { return read(0, events_.size(), 0); }
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  std::vector<Branchlet> read(std::size_t begin, std::size_t end, std::size_t level) {
    std::vector<Branchlet> out;
    while (begin < end && error_.empty()) {
      const std::uint32_t event = events_[begin];
      const auto& levels = trace_.events[event].levels;
      while (level < levels.size() && levels[level].trips.of(rank_) == nullptr) ++level;
      if (level == levels.size()) {
        out.push_back({event, event, false, nullptr, {}});
        ++begin;
      } else {
        const std::size_t length = length_of(event, level);
        if (begin + length > end && error_.empty())
          error_ = "a loop at event " + std::to_string(event) + " ends behind the one around it";
        if (!error_.empty()) break;
        std::vector<Branchlet> body = read(begin, begin + length, level + 1);
        out.push_back({event, events_[begin + length - 1], true,
                       std::get_if<Sequence>(levels[level].trips.of(rank_)), std::move(body)});
        begin += length;
      }
      level = 0;
    }
    return out;
  }

  std::size_t length_of(std::uint32_t event, std::size_t level) {
    const auto* values = trace_.events[event].levels[level].length.of(rank_);
    const auto* lengths = values == nullptr ? nullptr : std::get_if<Sequence>(values);
    std::int64_t length = 0;
    if (lengths == nullptr || lengths->empty() || !lengths->is_constant(length) || length < 1)
      error_ = "the loop at " + trace_.sites[trace_.events[event].site.value].function +
               " has iterations of more than one length, which no loop of a program makes";
    return length < 1 ? 1 : static_cast<std::size_t>(length);
  }

  const Trace& trace_;
  const std::vector<std::uint32_t>& events_;
  std::uint32_t rank_;
  std::string error_;
};

// Neighboring pieces of the tree of a class.
struct Strand {
  std::uint32_t of = 0;
  std::vector<const Branchlet*> pieces;
  Nest nest;
};

bool has_loops(const Strand& strand) {
  return std::any_of(strand.pieces.begin(), strand.pieces.end(),
                     [](const Branchlet* piece) { return piece->is_loop; });
}

bool is_one_loop(const Strand& strand) {
  return strand.pieces.size() == 1 && strand.pieces[0]->is_loop;
}

// Lays the trees of classes over each other.
class Layers {
 public:
  std::vector<Place> lay(const std::vector<Strand>& strands) {
    std::vector<Place> out;
    for (const std::vector<Strand>& group : split(strands)) lay_group(group, out);
    return out;
  }
  [[nodiscard]] std::uint32_t loops() const { return loops_; }

 private:
  // Cuts the strands into groups, one after another, where no loop is cut.
  static std::vector<std::vector<Strand>> split(const std::vector<Strand>& strands) {
    struct Piece {
      const Branchlet* piece;
      std::size_t strand;
    };
    std::vector<Piece> pieces;
    for (std::size_t i = 0; i < strands.size(); ++i)
      for (const Branchlet* piece : strands[i].pieces) pieces.push_back({piece, i});
    std::stable_sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) {
      return std::pair(a.piece->first, b.piece->last) < std::pair(b.piece->first, a.piece->last);
    });
    std::vector<std::vector<Strand>> groups;
    std::uint32_t last = 0;
    std::map<std::size_t, std::size_t> place;  // in the current group, by strand
    for (const Piece& each : pieces) {
      if (groups.empty() || each.piece->first > last) {
        groups.emplace_back();
        place.clear();
        last = 0;
      }
      last = std::max(last, each.piece->last);
      const auto [at, is_new] = place.emplace(each.strand, groups.back().size());
      if (is_new) groups.back().push_back({strands[each.strand].of, {}, strands[each.strand].nest});
      groups.back()[at->second].pieces.push_back(each.piece);
    }
    return groups;
  }

  void lay_group(const std::vector<Strand>& group, std::vector<Place>& out) {
    if (std::none_of(group.begin(), group.end(), has_loops)) return lay_calls(group, out);
    std::vector<Strand> common;  // one loop, or a single pass of it
    // By the ends of the loops: classes with the same can always be laid over each other.
    std::map<std::vector<std::uint32_t>, std::vector<Strand>> others;
    const bool has_loop = std::any_of(group.begin(), group.end(), is_one_loop);
    for (const Strand& strand : group) {
      if (has_loop && (is_one_loop(strand) || !has_loops(strand))) {
        common.push_back(strand);
        continue;
      }
      std::vector<std::uint32_t> ends;
      for (const Branchlet* piece : strand.pieces)
        if (piece->is_loop)
          for (const std::uint32_t end : {piece->first, piece->last}) ends.push_back(end);
      others[ends].push_back(strand);
    }
    if (others.empty()) return out.push_back(loop(common));
    // A group of one class alone has the same ends and is cut further.
    if (common.empty() && others.size() == 1) return lay_apart(others.begin()->second, out);
    if (!common.empty()) out.push_back(branch(common));
    for (const auto& [ends, strands] : others) out.push_back(branch(strands));
  }

  // The strands have loops at the same places, but something between joins them: each class alone
  // has nothing that does.
  void lay_apart(const std::vector<Strand>& strands, std::vector<Place>& out) {
    if (strands.size() == 1) {
      for (Place& place : lay(strands)) out.push_back(std::move(place));
      return;
    }
    for (const Strand& strand : strands) out.push_back(branch({strand}));
  }

  Place branch(const std::vector<Strand>& strands) {
    Place place;
    place.kind = Place::Kind::Branch;
    for (const Strand& strand : strands) place.parts.push_back({strand.of, nullptr, strand.nest});
    place.body = lay(strands);
    return place;
  }

  static void lay_calls(const std::vector<Strand>& group, std::vector<Place>& out) {
    Place place;
    place.event = group[0].pieces[0]->first;
    for (const Strand& strand : group) place.parts.push_back({strand.of, nullptr, strand.nest});
    out.push_back(std::move(place));
  }

  Place loop(const std::vector<Strand>& strands) {
    Place place;
    place.kind = Place::Kind::Loop;
    place.loop = loops_++;
    std::vector<Strand> inner;
    for (const Strand& strand : strands) {
      const Branchlet& piece = *strand.pieces[0];
      place.parts.push_back({strand.of, piece.is_loop ? piece.trips : nullptr, strand.nest});
      Strand body{strand.of, strand.pieces, strand.nest};
      std::int64_t trips = 1;
      if (piece.is_loop) {
        body.pieces.clear();
        for (const Branchlet& each : piece.body) body.pieces.push_back(&each);
        if (!piece.trips->is_constant(trips)) trips = 0;
      }
      body.nest.push_back({place.loop, static_cast<std::uint64_t>(trips)});
      inner.push_back(std::move(body));
    }
    place.body = lay(inner);
    return place;
  }

  std::uint32_t loops_ = 0;
};

}  // namespace

base::Result<Structure> structure_of(const Trace& trace) {
  Structure out;
  out.classes = classes_of(trace);
  std::vector<std::vector<Branchlet>> trees;
  for (const RankClass& each : out.classes) {
    ClassReader reader(trace, each);
    trees.push_back(reader.read());
    if (!reader.error().empty())
      return base::Error{base::ErrorCode::Unsupported, reader.error(), "", ""};
  }
  std::vector<Strand> strands;
  for (std::uint32_t i = 0; i < trees.size(); ++i) {
    strands.push_back({i, {}, {}});
    for (const Branchlet& each : trees[i]) strands.back().pieces.push_back(&each);
  }
  Layers layers;
  out.places = layers.lay(strands);
  out.loops = layers.loops();
  return out;
}

}  // namespace tarry::emit
