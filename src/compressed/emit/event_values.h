// SPDX-License-Identifier: BSD-3-Clause
// The values of an event's calls, by rank and by the loops around.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "compressed/emit/program.h"
#include "compressed/emit/structure.h"
#include "compressed/model/membership.h"

namespace tarry::emit {

// Thread: one. What it is made of must outlive it.
class EventValues {
 public:
  EventValues(const compressed::Trace& trace, const Structure& structure,
              const std::vector<compressed::Memberships>& comms, const Place& place,
              bool world_peers, Scale* scale);

  [[nodiscard]] std::uint32_t event() const { return place_.event; }
  // The lists of kinds of the event's calls, each once.
  [[nodiscard]] const std::vector<std::vector<compressed::ActionKind>>& lists() const {
    return lists_;
  }
  // Returns whether calls of one rank have different lists.
  [[nodiscard]] bool lists_change() const { return lists_change_; }
  // Returns the index of the list of each call.
  Value list_index();
  // Returns the ranks whose calls have this list, if lists_change() is false.
  [[nodiscard]] RankSet ranks_of(std::size_t list) const;
  // Returns the number of actions of each call.
  Value action_count();

  // The action with this number in the calls with this list.
  struct Slot {
    std::size_t list = 0;
    std::size_t action = 0;
  };
  Value value(compressed::Parameter parameter, const Slot& slot);
  // Returns the partner in the form with the fewest choices. A target is one in the communicator
  // that `comm_of` returns for a rank.
  using CommOf = std::function<std::int64_t(std::uint32_t rank)>;
  Peer peer(compressed::Parameter parameter, const Slot& slot, const CommOf& comm_of = {});
  // Returns a value that depends on the rank alone.
  Value by_rank(const Slot& slot, const CommOf& of);
  // Returns a value that `of` computes from the parameters of one action.
  using Computed =
      std::function<std::int64_t(std::uint32_t rank, const compressed::Action& action)>;
  Value computed(const Slot& slot, const Computed& of);
  // Returns the places of all requests that the calls take, in their order.
  Value places();
  // Returns whether each call takes as many of the newest requests as it has actions.
  bool takes_newest();
  // Calls `see` with the first use of an action by each rank.
  void first_uses(const Slot& slot,
                  const std::function<void(std::uint32_t rank, const compressed::Action&)>& see);

  // Not empty if values are missing: then says which.
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  using Numbers = std::vector<std::int64_t>;
  struct Calls {
    std::vector<std::uint32_t> lists;  // of each call; a single one for all calls if is_one
    bool is_one = false;
    std::uint64_t count = 0;
  };
  void read_calls(const Part& part);
  std::uint32_t list_number(const std::vector<compressed::ActionKind>& list);
  const Numbers* numbers(compressed::Parameter parameter, std::uint32_t rank);
  // Values of a parameter of an action, one for each call of the part with its list. A constant is
  // a single one.
  Numbers column(compressed::Parameter parameter, const Slot& slot, std::uint32_t rank,
                 std::size_t part);
  std::vector<compressed::Action> actions(const Slot& slot, std::uint32_t rank, std::size_t part);
  using ByRank = std::function<Numbers(std::uint32_t rank, std::size_t part)>;
  Value make(const ByRank& of);
  Peer scaled_peer(compressed::Parameter parameter, const Slot& slot, const CommOf& comm_of);
  std::int64_t partner_expression(std::int64_t number, std::int64_t comm);

  const compressed::Trace& trace_;
  const compressed::Event& event_;
  const Structure& structure_;
  const std::vector<compressed::Memberships>& comms_;
  const Place& place_;
  bool world_peers_;
  Scale* scale_;
  std::vector<std::vector<compressed::ActionKind>> lists_;
  std::vector<Calls> calls_;  // by part of the place
  bool lists_change_ = false;
  std::map<const compressed::Values*, Numbers> expanded_;
  // By parameter: the pair of each rank.
  std::map<compressed::Parameter, std::vector<const compressed::Values*>> pairs_;
  std::string error_;
};

}  // namespace tarry::emit
