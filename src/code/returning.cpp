// SPDX-License-Identifier: BSD-3-Clause
#include "code/returning.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

namespace tarry::code {
namespace {

using Kind = Instruction::Kind;

constexpr std::size_t kMostInstructions = 300;
constexpr unsigned kDeepestCall = 3;  // nesting of calls

bool is_never_returning(std::string_view name) {
  static constexpr std::string_view kNames[] = {"abort",
                                                "exit",
                                                "_exit",
                                                "_Exit",
                                                "quick_exit",
                                                "pthread_exit",
                                                "thrd_exit",
                                                "longjmp",
                                                "_longjmp",
                                                "siglongjmp",
                                                "__longjmp_chk",
                                                "__assert_fail",
                                                "__assert",
                                                "__stack_chk_fail",
                                                "__chk_fail",
                                                "__fortify_fail",
                                                "_Unwind_Resume",
                                                "__cxa_throw",
                                                "__cxa_rethrow",
                                                "__cxa_bad_cast",
                                                "__cxa_bad_typeid",
                                                "__cxa_throw_bad_array_new_length",
                                                "__cxa_pure_virtual",
                                                "_ZSt9terminatev",
                                                "__clang_call_terminate",
                                                "__cxa_call_unexpected",
                                                "_gfortran_stop_string",
                                                "_gfortran_stop_numeric",
                                                "_gfortran_error_stop_string",
                                                "_gfortran_error_stop_numeric",
                                                "_gfortran_runtime_error",
                                                "_gfortran_runtime_error_at",
                                                "_gfortran_os_error_at",
                                                "err",
                                                "errx",
                                                "verr",
                                                "verrx"};
  // For example std::__throw_length_error(char const*).
  return name.starts_with("_ZSt")
             ? name.find("__throw_") != std::string_view::npos || name == "_ZSt9terminatev"
             : std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

}  // namespace

bool Returning::never_by_name(const Instruction& call) const {
  if (call.slot != 0) return is_never_returning(code_.imported(call.slot));
  std::string_view name;
  if (call.target == 0) return false;
  if (code_.is_import_stub(call.target, name)) return is_never_returning(name);
  const std::size_t part = code_.part_at(call.target);
  return part != ObjectCode::kNone && code_.parts()[part].begin == call.target &&
         is_never_returning(code_.parts()[part].name);
}

bool Returning::never(Address function, unsigned depth) {
  // A function that calls itself counts as returning meanwhile.
  const auto [known, is_new] = known_.try_emplace(function, false);
  if (!is_new || depth > kDeepestCall) return known->second;
  const bool found = finds_no_return(function, depth);
  known_[function] = found;
  return found;
}

bool Returning::finds_no_return(Address function, unsigned depth) {
  const std::size_t number = code_.part_at(function);
  if (number == ObjectCode::kNone || code_.parts()[number].begin != function) return false;
  const CodePart& part = code_.parts()[number];
  std::unordered_set<Address> seen;
  std::vector<Address> open{function};
  while (!open.empty()) {
    const Address at = open.back();
    open.pop_back();
    if (!seen.insert(at).second) continue;
    if (seen.size() > kMostInstructions || at < part.begin || at >= part.end) return false;
    const auto found = decoder_.decode(code_.code_at(at), at);
    if (!found || found->kind == Kind::Return || found->kind == Kind::IndirectJump) return false;
    if (found->kind == Kind::Jump || found->kind == Kind::Branch) open.push_back(found->target);
    const bool ends =
        found->kind == Kind::Call &&
        (never_by_name(*found) || (found->target != 0 && never(found->target, depth + 1)));
    if (found->may_go_on() && !ends) open.push_back(found->end());
  }
  return true;
}

}  // namespace tarry::code
