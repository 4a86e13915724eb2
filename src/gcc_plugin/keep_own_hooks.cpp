// SPDX-License-Identifier: BSD-3-Clause
// A plug-in of GCC for `tarry instrument`: a function that the compiler inlines is no event. GCC
// puts the hooks of -finstrument-functions in before it inlines, and they come along with the body.
// This takes away, behind the last inlining, the hooks that name another function than the one they
// are in. Source: docs/decisions/046-function-hooks.md.
// Each of these headers needs the ones before it.
// clang-format off
#include "gcc-plugin.h"
#include "tree.h"
#include "backend.h"
#include "basic-block.h"
#include "gimple.h"
#include "gimple-iterator.h"
#include "ssa.h"
#include "tree-pass.h"
#include "context.h"
#include "plugin-version.h"
// clang-format on

int plugin_is_GPL_compatible;

namespace {

bool is_hook(const gimple* statement) {
  return gimple_call_builtin_p(statement, BUILT_IN_PROFILE_FUNC_ENTER) ||
         gimple_call_builtin_p(statement, BUILT_IN_PROFILE_FUNC_EXIT);
}

// Clones of a function are that function.
bool is_of(const gimple* hook, tree function) {
  const tree named = gimple_call_arg(hook, 0);
  if (TREE_CODE(named) != ADDR_EXPR || TREE_CODE(TREE_OPERAND(named, 0)) != FUNCTION_DECL)
    return true;  // nothing is known
  return DECL_ORIGIN(TREE_OPERAND(named, 0)) == DECL_ORIGIN(function);
}

constexpr pass_data kPass = {
    GIMPLE_PASS, "tarry_hooks", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0};

class KeepOwnHooks final : public gimple_opt_pass {
 public:
  explicit KeepOwnHooks(gcc::context* context) : gimple_opt_pass(kPass, context) {}

  bool gate(function*) override { return flag_instrument_function_entry_exit != 0; }
  unsigned int execute(function* it) override {
    bool is_any = false;
    basic_block block;
    FOR_EACH_BB_FN(block, it) {
      for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at);) {
        gimple* const statement = gsi_stmt(at);
        if (!is_hook(statement) || is_of(statement, it->decl)) {
          gsi_next(&at);
          continue;
        }
        unlink_stmt_vdef(statement);
        gsi_remove(&at, true);
        release_defs(statement);
        is_any = true;
      }
    }
    return is_any ? TODO_cleanup_cfg : 0;
  }
};

}  // namespace

int plugin_init(plugin_name_args* info, plugin_gcc_version* version) {
  if (!plugin_default_version_check(version, &gcc_version)) return 1;
  register_pass_info pass = {new KeepOwnHooks(g), "ehdisp", 1, PASS_POS_INSERT_AFTER};
  register_callback(info->base_name, PLUGIN_PASS_MANAGER_SETUP, nullptr, &pass);
  return 0;
}
