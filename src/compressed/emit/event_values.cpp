// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/event_values.h"

#include <algorithm>
#include <set>
#include <utility>

#include "compressed/emit/scale.h"

namespace tarry::emit {
namespace {

using compressed::Action;
using compressed::ActionKind;
using compressed::Parameter;
using compressed::Sequence;
using compressed::Values;

std::vector<std::int64_t> expanded(const Sequence& sequence) {
  std::int64_t constant = 0;
  if (!sequence.empty() && sequence.is_constant(constant)) return {constant};
  std::vector<std::int64_t> out;
  for (compressed::SequenceCursor cursor(sequence); !cursor.done();) out.push_back(cursor.next());
  return out;
}

bool has(ActionKind kind, Parameter parameter) {
  const auto parameters = compressed::parameters_of(kind);
  return std::find(parameters.begin(), parameters.end(), parameter) != parameters.end();
}

std::size_t uses(const std::vector<ActionKind>& list, Parameter parameter, std::size_t before) {
  return static_cast<std::size_t>(
      std::count_if(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(before),
                    [&](ActionKind kind) { return has(kind, parameter); }));
}

std::size_t longest(const std::vector<std::vector<std::int64_t>>& columns) {
  std::size_t length = 1;
  for (const auto& column : columns) length = std::max(length, column.size());
  return length;
}

bool fewer(const Peer& a, const Peer& b) {
  const auto size = [](const Peer& peer) {
    std::size_t values = 0;
    for (const Choice& choice : peer.value.choices) values += choice.formula.values.size();
    return std::pair(peer.value.choices.size(), values);
  };
  return size(a) < size(b);
}

}  // namespace

EventValues::EventValues(const compressed::Trace& trace, const Structure& structure,
                         const std::vector<compressed::Memberships>& comms, const Place& place,
                         bool world_peers, Scale* scale)
    : trace_(trace),
      event_(trace.events[place.event]),
      structure_(structure),
      comms_(comms),
      place_(place),
      world_peers_(world_peers),
      scale_(scale) {
  for (const Part& part : place.parts) read_calls(part);
}

void EventValues::read_calls(const Part& part) {
  Calls calls;
  const std::uint32_t rank = structure_.classes[part.of].ranks.front();
  const Values* counts = event_.of(Parameter::Actions).of(rank);
  const auto* actions = counts == nullptr ? nullptr : std::get_if<Sequence>(counts);
  const Values* all_kinds = event_.of(Parameter::Kind).of(rank);
  const Numbers kinds = all_kinds == nullptr ? Numbers{} : expanded(std::get<Sequence>(*all_kinds));
  if (actions != nullptr) {
    calls.count = actions->size();
    std::int64_t constant = 0;
    calls.is_one =
        !actions->empty() && actions->is_constant(constant) && (constant == 0 || kinds.size() == 1);
    std::size_t at = 0;
    for (compressed::SequenceCursor cursor(*actions); !cursor.done();) {
      std::vector<ActionKind> list(static_cast<std::size_t>(cursor.next()));
      for (ActionKind& kind : list)
        kind = static_cast<ActionKind>(kinds.size() == 1 ? kinds[0] : kinds.at(at++));
      calls.lists.push_back(list_number(list));
      if (calls.is_one) break;
    }
  }
  if (!calls.is_one && !calls.lists.empty() &&
      std::equal(calls.lists.begin() + 1, calls.lists.end(), calls.lists.begin())) {
    calls.is_one = true;
    calls.lists.erase(calls.lists.begin() + 1, calls.lists.end());
  }
  lists_change_ |= !calls.is_one;
  calls_.push_back(std::move(calls));
}

std::uint32_t EventValues::list_number(const std::vector<ActionKind>& list) {
  const auto at = std::find(lists_.begin(), lists_.end(), list);
  if (at != lists_.end()) return static_cast<std::uint32_t>(at - lists_.begin());
  lists_.push_back(list);
  return static_cast<std::uint32_t>(lists_.size() - 1);
}

RankSet EventValues::ranks_of(std::size_t list) const {
  std::vector<std::uint32_t> ranks;
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    if (calls_[i].lists.empty() || calls_[i].lists[0] != list) continue;
    const auto& of = structure_.classes[place_.parts[i].of].ranks;
    ranks.insert(ranks.end(), of.begin(), of.end());
  }
  std::sort(ranks.begin(), ranks.end());
  return RankSet::of_sorted(ranks);
}

const EventValues::Numbers* EventValues::numbers(Parameter parameter, std::uint32_t rank) {
  auto [at, is_new] = pairs_.try_emplace(parameter);
  if (is_new) {
    at->second.resize(trace_.ranks, nullptr);
    for (const compressed::ElasticPair& pair : event_.of(parameter).pairs())
      for (const std::uint32_t each : pair.ranks.ranks()) at->second[each] = &pair.values;
  }
  const Values* values = at->second[rank];
  const auto* sequence = values == nullptr ? nullptr : std::get_if<Sequence>(values);
  if (sequence == nullptr || sequence->empty()) {
    if (values != nullptr && std::holds_alternative<compressed::ValueHistogram>(*values))
      error_ = "the trace has a histogram in place of values of '" +
               std::string(compressed::parameter_name(parameter)) + "'";
    return nullptr;
  }
  const auto [known, is_first] = expanded_.try_emplace(values);
  if (is_first) known->second = expanded(*sequence);
  return &known->second;
}

EventValues::Numbers EventValues::column(Parameter parameter, const Slot& slot, std::uint32_t rank,
                                         std::size_t part) {
  const Numbers* all = numbers(parameter, rank);
  if (all == nullptr) return {parameter == Parameter::Comm ? 0 : compressed::kUnknown};
  if (all->size() == 1) return *all;
  Numbers out;
  const Calls& calls = calls_[part];
  std::size_t at = 0;
  for (std::uint64_t call = 0; call < calls.count; ++call) {
    const std::uint32_t number = calls.lists[calls.is_one ? 0 : call];
    const auto& list = lists_[number];
    if (number == slot.list) out.push_back(all->at(at + uses(list, parameter, slot.action)));
    at += uses(list, parameter, list.size());
  }
  return out.empty() ? Numbers{compressed::kUnknown} : out;
}

Value EventValues::make(const ByRank& of) {
  std::map<Formula, std::vector<std::uint32_t>> found;
  for (std::size_t part = 0; part < place_.parts.size(); ++part)
    for (const std::uint32_t rank : structure_.classes[place_.parts[part].of].ranks) {
      const Numbers values = of(rank, part);
      if (!values.empty()) found[find_formula(values, place_.parts[part].nest)].push_back(rank);
    }
  Value value;
  for (auto& [formula, ranks] : found) {
    std::sort(ranks.begin(), ranks.end());
    value.choices.push_back({RankSet::of_sorted(ranks), formula});
  }
  std::sort(value.choices.begin(), value.choices.end(),
            [](const Choice& a, const Choice& b) { return a.ranks.lowest() < b.ranks.lowest(); });
  return value;
}

Value EventValues::list_index() {
  return make([&](std::uint32_t, std::size_t part) {
    return Numbers(calls_[part].lists.begin(), calls_[part].lists.end());
  });
}

Value EventValues::action_count() {
  return make([&](std::uint32_t, std::size_t part) {
    Numbers out;
    for (const std::uint32_t list : calls_[part].lists) {
      const auto count = static_cast<std::int64_t>(lists_[list].size());
      out.push_back(scale_ == nullptr ? count : scale_->count(count));
    }
    return out;
  });
}

Value EventValues::value(Parameter parameter, const Slot& slot) {
  return make([&](std::uint32_t rank, std::size_t part) {
    const auto& lists = calls_[part].lists;
    if (std::find(lists.begin(), lists.end(), slot.list) == lists.end()) return Numbers{};
    return column(parameter, slot, rank, part);
  });
}

std::int64_t EventValues::partner_expression(std::int64_t number, std::int64_t comm) {
  Symbols& symbols = scale_->symbols();
  if (number == compressed::kAnyPeer) return symbols.expression("MPI_ANY_SOURCE");
  if (!Scale::is_partner(number)) return number;
  const Partner& partner = scale_->partner(number);
  const std::string index = "[" + std::to_string(comm) + "]";
  const std::string own = scale_->is_world(comm) ? "rank" : "me" + index;
  const std::string all = scale_->is_world(comm) ? "size" : "n" + index;
  const std::string text = symbols.text(partner.number);
  switch (partner.form) {
    case PeerForm::Offset:
      return symbols.expression(plus(own, text));
    case PeerForm::Modular:
      return symbols.expression("(" + plus(own + " + " + all, text) + ") % " + all);
    case PeerForm::Xor:
      return symbols.expression(own + " ^ (" + text + ")");
    case PeerForm::Absolute:
      break;
  }
  return partner.number;
}

// One form for all classes: theirs, or expressions.
Peer EventValues::scaled_peer(Parameter parameter, const Slot& slot, const CommOf& comm_of) {
  const Value comm = comm_of ? by_rank(slot, comm_of) : value(Parameter::Comm, slot);
  const bool is_world = comm.is_constant() && scale_->is_world(comm.constant());
  // The first rank is its own origin, so each form has the same numbers there.
  const auto form_of = [&](std::uint32_t of_class, std::int64_t number) {
    const PeerForm form = scale_->partner(number).form;
    return is_world && form != PeerForm::Absolute && scale_->is_first_rank(of_class)
               ? PeerForm::Absolute
               : form;
  };
  using Of = std::function<std::int64_t(std::uint32_t of_class, std::int64_t number)>;
  const auto each_number = [&](const Of& of) {
    return make([&](std::uint32_t rank, std::size_t part) {
      const auto& lists = calls_[part].lists;
      if (std::find(lists.begin(), lists.end(), slot.list) == lists.end()) return Numbers{};
      Numbers peers = column(parameter, slot, rank, part);
      for (std::int64_t& peer : peers) peer = of(rank, peer);
      return peers;
    });
  };
  std::set<PeerForm> forms, plain_forms;
  bool has_wildcards = false;
  each_number([&](std::uint32_t of_class, std::int64_t number) {
    if (Scale::is_partner(number)) {
      forms.insert(scale_->partner(number).form);
      plain_forms.insert(form_of(of_class, number));
    } else {
      has_wildcards = true;
    }
    return number;
  });
  if (forms.size() > 1 && plain_forms.size() == 1) forms = plain_forms;
  if (forms == std::set{PeerForm::Offset, PeerForm::Modular}) forms = {PeerForm::Modular};
  const auto inner = [&](std::uint32_t, std::int64_t number) {
    return Scale::is_partner(number) ? scale_->partner(number).number : number;
  };
  if (forms.empty() || (forms.size() == 1 && !has_wildcards))
    return {forms.empty() ? PeerForm::Absolute : *forms.begin(), each_number(inner)};
  if (!comm.is_constant()) error_ = "one call names partners on several communicators";
  const std::int64_t number = comm.is_constant() ? comm.constant() : 0;
  return {PeerForm::Absolute, each_number([&](std::uint32_t, std::int64_t each) {
            return partner_expression(each, number);
          })};
}

Value EventValues::by_rank(const Slot& slot, const CommOf& of) {
  return make([&](std::uint32_t rank, std::size_t part) {
    const auto& lists = calls_[part].lists;
    if (std::find(lists.begin(), lists.end(), slot.list) == lists.end()) return Numbers{};
    return Numbers{of(rank)};
  });
}

Peer EventValues::peer(Parameter parameter, const Slot& slot, const CommOf& comm_of) {
  if (scale_ != nullptr) return scaled_peer(parameter, slot, comm_of);
  const auto in_form = [&](PeerForm form) {
    return Peer{form, make([&](std::uint32_t rank, std::size_t part) {
                  const auto& lists = calls_[part].lists;
                  if (std::find(lists.begin(), lists.end(), slot.list) == lists.end())
                    return Numbers{};
                  Numbers peers = column(parameter, slot, rank, part);
                  const Numbers comms =
                      comm_of ? Numbers{comm_of(rank)} : column(Parameter::Comm, slot, rank, part);
                  if (comms.size() > peers.size()) peers.resize(comms.size(), peers[0]);
                  for (std::size_t i = 0; i < peers.size(); ++i) {
                    if (peers[i] < 0) continue;  // a wildcard
                    const auto* comm =
                        compressed::find(comms_[rank], comms[comms.size() == 1 ? 0 : i]);
                    if (comm == nullptr) continue;
                    std::int64_t me = comm->place.rank, n = comm->place.peers;
                    std::int64_t to = comm->place.absolute(peers[i]);
                    if (world_peers_) {
                      me = rank, n = trace_.ranks;
                      to = comm->world_rank(peers[i]).value_or(0);
                      peers[i] = (to - me + n) % n;
                    }
                    if (form == PeerForm::Absolute) peers[i] = to;
                    if (form == PeerForm::Offset) peers[i] = to - me;
                    if (form == PeerForm::Xor) peers[i] = to ^ me;
                    if (form == PeerForm::Modular && peers[i] > n / 2) peers[i] -= n;
                  }
                  return peers;
                })};
  };
  Peer best = in_form(PeerForm::Absolute);
  const auto is_wildcard = [](const Choice& choice) {
    return std::any_of(choice.formula.values.begin(), choice.formula.values.end(),
                       [](std::int64_t value) { return value < 0; });
  };
  if (std::any_of(best.value.choices.begin(), best.value.choices.end(), is_wildcard)) return best;
  const bool is_alone = best.value.is_one() && best.value.choices[0].ranks.size() == 1;
  for (const PeerForm form : {PeerForm::Offset, PeerForm::Modular, PeerForm::Xor}) {
    Peer other = in_form(form);
    // A value that does not wrap around reads better.
    const bool preferred =
        form == PeerForm::Offset && !is_alone && !fewer(best, other) && !best.value.is_constant();
    if (preferred || fewer(other, best)) best = std::move(other);
  }
  return best;
}

std::vector<Action> EventValues::actions(const Slot& slot, std::uint32_t rank, std::size_t part) {
  const ActionKind kind = lists_[slot.list][slot.action];
  std::vector<Numbers> columns;
  for (const Parameter parameter : compressed::parameters_of(kind))
    columns.push_back(column(parameter, slot, rank, part));
  std::vector<Action> out(longest(columns));
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i].kind = kind;
    std::size_t at = 0;
    for (const Parameter parameter : compressed::parameters_of(kind)) {
      const Numbers& values = columns[at++];
      compressed::set_value(out[i], parameter, values[values.size() == 1 ? 0 : i]);
    }
  }
  return out;
}

Value EventValues::computed(const Slot& slot, const Computed& of) {
  return make([&](std::uint32_t rank, std::size_t part) {
    Numbers out;
    const auto& lists = calls_[part].lists;
    if (std::find(lists.begin(), lists.end(), slot.list) == lists.end()) return out;
    for (const Action& action : actions(slot, rank, part)) out.push_back(of(rank, action));
    return out;
  });
}

void EventValues::first_uses(const Slot& slot,
                             const std::function<void(std::uint32_t, const Action&)>& see) {
  for (std::size_t part = 0; part < place_.parts.size(); ++part) {
    const auto& lists = calls_[part].lists;
    if (std::find(lists.begin(), lists.end(), slot.list) == lists.end()) continue;
    for (const std::uint32_t rank : structure_.classes[place_.parts[part].of].ranks)
      see(rank, actions(slot, rank, part).front());
  }
}

Value EventValues::places() {
  return make([&](std::uint32_t rank, std::size_t) {
    const Numbers* all = numbers(Parameter::Request, rank);
    return all == nullptr ? Numbers{0} : *all;
  });
}

bool EventValues::takes_newest() {
  for (std::size_t part = 0; part < place_.parts.size(); ++part) {
    const Calls& calls = calls_[part];
    for (const std::uint32_t rank : structure_.classes[place_.parts[part].of].ranks) {
      const Numbers* all = numbers(Parameter::Request, rank);
      if (all == nullptr) continue;
      if (all->size() == 1) {
        // Single requests, each the newest one.
        const auto alone = [&](std::uint32_t list) { return lists_[list].size() <= 1; };
        if ((*all)[0] != 0 || !std::all_of(calls.lists.begin(), calls.lists.end(), alone))
          return false;
        continue;
      }
      std::size_t at = 0;
      for (std::uint64_t call = 0; call < calls.count; ++call) {
        const std::size_t count = lists_[calls.lists[calls.is_one ? 0 : call]].size();
        for (std::size_t i = count; i-- > 0;)
          if (all->at(at++) != static_cast<std::int64_t>(i)) return false;
      }
    }
  }
  return true;
}

}  // namespace tarry::emit
