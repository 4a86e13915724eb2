// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/stacks/own_region.h"

#include "base/display_name.h"
#include "base/strong_id.h"
#include "runtime/core/function_symbols.h"
#include "runtime/core/lifecycle.h"
#include "runtime/core/on_own_account.h"
#include "runtime/core/own_stack.h"
#include "runtime/core/place_table.h"
#include "runtime/core/readable_name.h"

namespace tarry::runtime::stacks {
namespace {

struct Pair {
  std::uint64_t function;
  std::uint64_t region;

  friend bool operator==(const Pair&, const Pair&) = default;
  [[nodiscard]] std::uint64_t hash() const { return function ^ (region << 48); }
};

using Answer = base::StrongId<struct OwnRegionTag>;  // 1: yes, 0: no

constinit core::PlaceTable<12, Pair, Answer> answers = {};

struct Question {
  const char* symbol;
  std::string_view region;
  bool answer;
};

void answer(void* argument) {
  auto& question = *static_cast<Question*>(argument);
  const char* name = core::readable_name(question.symbol);
  question.answer = name != nullptr && base::unqualified(name) == question.region;
}

bool compare(const NamedRegion& region, std::uint64_t address, const core::ModulePlace& place) {
  const core::SymbolTable* symbols = core::symbols_of(place);
  const char* symbol = symbols == nullptr ? nullptr : symbols->find(address - place.bias);
  Question question{symbol, region.name, false};
  if (symbol != nullptr) core::call_on_own_stack(answer, &question);
  return question.answer;
}

[[gnu::cold, gnu::noinline]] bool find_out(const NamedRegion& region, const Pair& pair) {
  const core::OnOwnAccount on_own_account;
  if (!core::start_measurement()) return false;
  const std::uint64_t address = pair.function & ((std::uint64_t{1} << core::kTenantShift) - 1);
  core::ModulePlace place;
  const bool is_found = core::find_module(address, place);
  const core::QuietSection quiet;
  if (const Answer known = answers.find(pair); known.valid()) return known.value != 0;
  if (!answers.has_room()) return false;
  const bool is_itself = is_found && compare(region, address, place);
  answers.add(pair, Answer{is_itself ? 1u : 0u});
  return is_itself;
}

}  // namespace

bool is_function_itself(const NamedRegion& region, std::uint64_t function) {
  const Pair pair{function, region.number.value};
  const Answer known = answers.find(pair);
  return known.valid() ? known.value != 0 : find_out(region, pair);
}

}  // namespace tarry::runtime::stacks
