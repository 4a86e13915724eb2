// SPDX-License-Identifier: BSD-3-Clause
#include "code/graph_maker.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace tarry::code {
namespace {

using Kind = Instruction::Kind;

constexpr std::size_t kMostParts = 16;
constexpr unsigned kMostRounds = 16;  // rounds of finding tables, which may lead to more tables
constexpr std::size_t kInstructionsOfUnnamedPart = 2000;

// Returns whether these are bytes that compilers put between code that is not executed in sequence.
bool is_padding(std::span<const std::uint8_t> bytes) {
  if (bytes.size() < 2) return false;
  const bool is_long = bytes[0] == 0x66 && (bytes[1] == 0x90 || bytes[1] == 0x0f ||
                                            bytes[1] == 0x2e || bytes[1] == 0x66);
  return bytes[0] == 0x90 || (bytes[0] == 0x0f && bytes[1] == 0x1f) || is_long;
}

class Exploration {
 public:
  Exploration(const ObjectCode& code, Decoder& decoder, Returning& returning, JumpTables& tables,
              std::size_t part)
      : code_(code), decoder_(decoder), returning_(returning), tables_(tables) {
    const CodePart& first = code.parts()[part];
    entry_ = first.begin;
    is_moved_ = first.is_cold() || first.name.empty();
    own_.insert(part);
    roots_.push_back(first.begin);
    if (!first.is_cold()) return;
    if (const std::size_t parent = code.part_named(first.parent_name(), first.begin);
        parent != ObjectCode::kNone)
      add_home(parent);
  }

  std::optional<FunctionGraph> run() {
    restart();
    for (unsigned round = 0; round < kMostRounds; ++round) {
      explore();
      if (found_.size() > GraphMaker::kMostInstructions) return std::nullopt;
      if (find_calls_that_end()) {
        restart();
        continue;
      }
      if (!find_tables()) break;
    }
    FunctionGraph made = graph();
    for (const Address jump : indirect_)
      if (!table_targets_.contains(jump)) is_complete_ = false;
    made.is_complete = is_complete_;
    return made;
  }

 private:
  void restart() {
    found_.clear();
    leaders_.clear();
    jumped_to_.clear();
    indirect_.clear();
    table_targets_.clear();
    is_complete_ = true;
    open_ = roots_;
    leaders_.insert(roots_.begin(), roots_.end());
  }

  // Adds the part with the first instruction of the function, if the requested part does not have
  // it.
  void add_home(std::size_t part) {
    own_.insert(part);
    entry_ = code_.parts()[part].begin;
    is_moved_ = false;
    roots_.push_back(entry_);
    leaders_.insert(entry_);
    open_.push_back(entry_);
  }

  [[nodiscard]] bool is_own(Address address) const {
    const std::size_t part = code_.part_at(address);
    return part != ObjectCode::kNone && own_.contains(part);
  }

  void explore() {
    while (!open_.empty() && found_.size() <= GraphMaker::kMostInstructions) {
      const Address at = open_.back();
      open_.pop_back();
      walk(at);
    }
  }

  void walk(Address at) {
    while (is_own(at) && !found_.contains(at)) {
      const Address end = code_.parts()[code_.part_at(at)].end;
      const auto decoded = decoder_.decode(code_.code_at(at).first(end - at), at);
      if (!decoded) {
        is_complete_ = false;
        return;
      }
      found_.emplace(at, *decoded);
      if (decoded->kind == Kind::Jump || decoded->kind == Kind::Branch) follow(decoded->target);
      if (decoded->kind == Kind::IndirectJump && decoded->slot == 0) indirect_.push_back(at);
      if (decoded->kind == Kind::Call && returning_.never_by_name(*decoded)) ended_.insert(at);
      if (!goes_on(*decoded)) return;
      at = decoded->end();
      if (decoded->kind == Kind::Branch) leaders_.insert(at);
    }
  }

  [[nodiscard]] bool goes_on(const Instruction& instruction) const {
    return instruction.may_go_on() && !ended_.contains(instruction.address);
  }

  void follow(Address target) {
    if (!enters(target)) return;
    leaders_.insert(target);
    jumped_to_.insert(target);
    open_.push_back(target);
  }

  // Returns whether a jump to `target` stays in the function, and adds the part that it leads to.
  bool enters(Address target) {
    const std::size_t number = code_.part_at(target);
    std::string_view imported;
    if (number == ObjectCode::kNone) return false;
    if (own_.contains(number)) return true;
    if (code_.is_import_stub(target, imported)) return false;
    const CodePart& part = code_.parts()[number];
    const bool is_begin = part.begin == target;
    if (is_begin && !part.is_cold() && (!part.name.empty() || !jumps_back(number))) return false;
    if (own_.size() >= kMostParts) {
      is_complete_ = false;
      return false;
    }
    if (!is_begin && is_moved_ && !part.is_cold()) {
      add_home(number);
    } else {
      own_.insert(number);
    }
    return true;
  }

  // Returns whether the part jumps into the middle of a known part of this function.
  bool jumps_back(std::size_t number) {
    const auto [known, is_new] = jumps_back_.try_emplace(number, false);
    if (!is_new) return known->second;
    const CodePart& part = code_.parts()[number];
    Address at = part.begin;
    for (std::size_t count = 0; count < kInstructionsOfUnnamedPart && at < part.end; ++count) {
      const auto decoded = decoder_.decode(code_.code_at(at).first(part.end - at), at);
      if (!decoded) break;
      at = decoded->end();
      if (decoded->kind != Kind::Jump && decoded->kind != Kind::Branch) continue;
      if (is_own(decoded->target) &&
          code_.parts()[code_.part_at(decoded->target)].begin != decoded->target)
        return jumps_back_[number] = true;
    }
    return false;
  }

  // Checks calls that seem to be followed by padding or by code that other jumps lead to. Their
  // functions may never return.
  bool find_calls_that_end() {
    bool is_new = false;
    for (const auto& [address, call] : found_) {
      if (call.kind != Kind::Call || call.target == 0 || ended_.contains(address)) continue;
      if (!jumped_to_.contains(call.end()) && !is_padding(code_.code_at(call.end()))) continue;
      if (returning_.never_by_code(call.target)) is_new = ended_.insert(address).second || is_new;
    }
    return is_new;
  }

  bool find_tables() {
    const auto is_unknown = [this](Address jump) { return !table_targets_.contains(jump); };
    if (std::none_of(indirect_.begin(), indirect_.end(), is_unknown)) return false;
    const FunctionGraph made = graph();
    const JumpTables::Blocks before = made.predecessors();
    bool is_new = false;
    for (const Address jump : std::vector<Address>(indirect_)) {
      const std::uint32_t block = made.block_at(jump);
      if (!is_unknown(jump) || block == FunctionGraph::kNone || made.blocks[block].last != jump)
        continue;
      const auto targets = tables_.targets(
          made, before, block, [this](Address target) { return target != 0 && enters(target); });
      if (!targets) continue;
      is_new = true;
      if (!targets->is_exact) is_complete_ = false;
      table_targets_[jump] = targets->addresses;
      for (const Address target : targets->addresses) follow(target);
    }
    return is_new;
  }

  [[nodiscard]] FunctionGraph graph() const {
    FunctionGraph made;
    made.begin = entry_;
    for (const Address leader : leaders_)
      if (found_.contains(leader)) made.blocks.emplace_back().begin = leader;
    std::sort(made.blocks.begin(), made.blocks.end(),
              [](const Block& a, const Block& b) { return a.begin < b.begin; });
    std::unordered_map<Address, std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < made.blocks.size(); ++i) numbers[made.blocks[i].begin] = i;
    for (Block& block : made.blocks) complete(block, numbers);
    if (const auto entry = numbers.find(entry_); entry != numbers.end()) made.entry = entry->second;
    return made;
  }

  void complete(Block& block, const std::unordered_map<Address, std::uint32_t>& numbers) const {
    const auto go_to = [&](Address target) {
      const auto number = numbers.find(target);
      if (number == numbers.end()) return false;
      if (std::find(block.successors.begin(), block.successors.end(), number->second) ==
          block.successors.end())
        block.successors.push_back(number->second);
      return true;
    };
    Address at = block.begin;
    for (auto found = found_.find(at); found != found_.end(); found = found_.find(at)) {
      const Instruction& one = found->second;
      block.last = at;
      block.end = at = one.end();
      if (one.kind == Kind::Return) block.leaves = true;
      if ((one.kind == Kind::Jump || one.kind == Kind::Branch) && !go_to(one.target))
        block.leaves = true;
      if (one.kind == Kind::IndirectJump) add_table(one.address, block, go_to);
      if (!goes_on(one)) return;
      if (go_to(at)) return;
    }
  }

  template <class GoTo>
  void add_table(Address jump, Block& block, GoTo go_to) const {
    const auto targets = table_targets_.find(jump);
    if (targets == table_targets_.end()) {
      block.leaves = true;
      return;
    }
    for (const Address target : targets->second) go_to(target);
  }

  const ObjectCode& code_;
  Decoder& decoder_;
  Returning& returning_;
  JumpTables& tables_;
  Address entry_ = 0;
  bool is_moved_ = false;  // the requested part may belong to a function elsewhere
  std::unordered_set<std::size_t> own_;
  std::vector<Address> roots_;
  std::unordered_map<std::size_t, bool> jumps_back_;
  std::unordered_set<Address> ended_;  // calls that do not return
  // Since the last restart:
  std::vector<Address> open_;
  std::unordered_map<Address, Instruction> found_;
  std::unordered_set<Address> leaders_;  // begins of blocks
  std::unordered_set<Address> jumped_to_;
  std::vector<Address> indirect_;
  std::unordered_map<Address, std::vector<Address>> table_targets_;
  bool is_complete_ = true;
};

}  // namespace

std::optional<FunctionGraph> GraphMaker::function_at(Address address) {
  const std::size_t part = code_.part_at(address);
  if (part == ObjectCode::kNone) return std::nullopt;
  return Exploration(code_, decoder_, returning_, tables_, part).run();
}

}  // namespace tarry::code
