// SPDX-License-Identifier: BSD-3-Clause
#include "extent.h"

namespace tarry::gcc_plugin {
namespace {

// Copies of more bytes count as loops, whichever function does them.
constexpr unsigned HOST_WIDE_INT kMostBytes = 256;

bool is_atomic(tree callee) {
  if (!fndecl_built_in_p(callee, BUILT_IN_NORMAL)) return false;
  const built_in_function code = DECL_FUNCTION_CODE(callee);
  return code >= BUILT_IN_SYNC_FETCH_AND_ADD_N && code <= BUILT_IN_ATOMIC_FERAISEEXCEPT;
}

bool is_mathematics(const gcall* call) {
  const combined_fn function = gimple_call_combined_fn(call);
  return function != CFN_LAST && mathfn_built_in_type(function) != NULL_TREE;
}

bool is_small_copy(const gcall* call) {
  if (!gimple_call_builtin_p(call, BUILT_IN_MEMCPY) &&
      !gimple_call_builtin_p(call, BUILT_IN_MEMMOVE) &&
      !gimple_call_builtin_p(call, BUILT_IN_MEMSET))
    return false;
  const tree bytes = gimple_call_arg(call, 2);
  return tree_fits_uhwi_p(bytes) && tree_to_uhwi(bytes) <= kMostBytes;
}

// A call of one of these ends the program.
bool is_failed_assertion(tree callee) {
  if (fndecl_built_in_p(callee, BUILT_IN_ABORT) || fndecl_built_in_p(callee, BUILT_IN_TRAP))
    return true;
  if (!TREE_THIS_VOLATILE(callee) || DECL_NAME(callee) == NULL_TREE) return false;
  return id_equal(DECL_NAME(callee), "__assert_fail") ||
         id_equal(DECL_NAME(callee), "__glibcxx_assert_fail");
}

// Nothing that is recorded, and no function of the program, can lie below such a call.
bool is_plain(const gcall* call) {
  if (gimple_call_internal_p(call)) return true;
  const tree callee = gimple_call_fndecl(call);
  return callee != NULL_TREE &&
         (is_inexpensive_builtin(callee) || is_atomic(callee) || is_mathematics(call) ||
          is_small_copy(call) || is_failed_assertion(callee));
}

bool stores_much(const gimple* statement) {
  if (!gimple_assign_single_p(statement)) return false;
  const tree type = TREE_TYPE(gimple_assign_lhs(statement));
  if (!AGGREGATE_TYPE_P(type)) return false;
  const tree bytes = TYPE_SIZE_UNIT(type);
  return bytes == NULL_TREE || !tree_fits_uhwi_p(bytes) || tree_to_uhwi(bytes) > kMostBytes;
}

Extent extent_of(gimple* statement) {
  if (is_gimple_debug(statement) || is_hook(statement)) return 0;
  const bool is_opaque = is_gimple_omp(statement) || gimple_code(statement) == GIMPLE_TRANSACTION ||
                         (gimple_code(statement) == GIMPLE_ASM &&
                          gimple_asm_string(as_a<const gasm*>(statement))[0] != '\0') ||
                         stores_much(statement);
  if (is_opaque) return std::nullopt;
  return estimate_num_insns(statement, &eni_time_weights);
}

// Another file or library may define a function of this name, which is then called instead.
bool is_replaceable(tree function) {
  return !DECL_COMDAT(function) && !DECL_DECLARED_INLINE_P(function) &&
         !decl_binds_to_current_def_p(function);
}

Extent sum(Extent a, Extent b) {
  if (!a || !b) return std::nullopt;
  return *a + *b;
}

}  // namespace

bool is_hook(const gimple* statement) {
  return gimple_call_builtin_p(statement, BUILT_IN_PROFILE_FUNC_ENTER) ||
         gimple_call_builtin_p(statement, BUILT_IN_PROFILE_FUNC_EXIT);
}

void Extents::add(function* it) {
  if (is_replaceable(it->decl)) return;
  const Body body = body_of(it);
  bodies_.emplace(DECL_UID(DECL_ORIGIN(it->decl)), body);  // also for clones that are made later
  bodies_[DECL_UID(it->decl)] = body;
}

Extent Extents::of(function* it) { return with_calls(body_of(it)); }

Extents::Body Extents::body_of(function* it) {
  Body body;
  if (mark_dfs_back_edges(it)) return body;
  body.own = 0;
  basic_block block;
  FOR_EACH_BB_FN(block, it) {
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
      gimple* const statement = gsi_stmt(at);
      body.own = sum(body.own, extent_of(statement));
      const auto* const call = dyn_cast<const gcall*>(statement);
      if (call == nullptr || is_hook(call) || is_plain(call)) continue;
      const tree callee = gimple_call_fndecl(call);
      if (callee == NULL_TREE) return {};
      body.calls.push_back({DECL_UID(callee), DECL_UID(DECL_ORIGIN(callee))});
    }
    if (!body.own) return body;
  }
  return body;
}

Extent Extents::with_calls(const Body& body) {
  Extent extent = body.own;
  for (const Called& called : body.calls) {
    if (!extent) break;
    extent = sum(extent, of_called(called));
  }
  return extent;
}

Extent Extents::of_called(const Called& called) {
  auto body = bodies_.find(called.function);
  if (body == bodies_.end()) body = bodies_.find(called.origin);
  if (body == bodies_.end()) return std::nullopt;
  // A function that is found again below itself finds this: no bound.
  const auto [extent, is_new] = extents_.emplace(body->first, std::nullopt);
  if (!is_new) return extent->second;
  const Extent found = with_calls(body->second);
  extents_[body->first] = found;
  return found;
}

}  // namespace tarry::gcc_plugin
