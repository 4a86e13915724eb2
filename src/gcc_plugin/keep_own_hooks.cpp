// SPDX-License-Identifier: BSD-3-Clause
// A plug-in of GCC for `tarry instrument`. A function that the compiler inlines is no event, nor is
// a small one with nothing below it. GCC inserts the hooks of -finstrument-functions before it
// inlines, and the hooks are inlined along with the body. This plug-in removes the hooks that name
// another function than the one they are in, and those of small functions
// (-fplugin-arg-<name>-small=N: below N instructions; -fplugin-arg-<name>-verbose: a note for
// each). Source: docs/decisions/046-function-hooks.md, docs/decisions/052-small-functions.md.
#include "extent.h"

int plugin_is_GPL_compatible;

namespace tarry::gcc_plugin {
namespace {

struct Settings {
  int small = 0;  // functions with fewer instructions get no hooks; 0: all get them
  bool verbose = false;
};

// Clones of a function count as that function; their names begin with its name. The deleting
// destructor of a class and the one that it calls have the same origin, too.
bool is_of(const gimple* hook, tree function) {
  const tree address = gimple_call_arg(hook, 0);
  if (TREE_CODE(address) != ADDR_EXPR || TREE_CODE(TREE_OPERAND(address, 0)) != FUNCTION_DECL)
    return true;  // nothing is known
  const tree named = TREE_OPERAND(address, 0);
  return DECL_ORIGIN(named) == DECL_ORIGIN(function) &&
         startswith(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function)),
                    IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(named)));
}

void remove(gimple_stmt_iterator& at) {
  gimple* const statement = gsi_stmt(at);
  unlink_stmt_vdef(statement);
  gsi_remove(&at, true);
  release_defs(statement);
}

// This does not use gimple_call_builtin_p(), because GCC's argument here has another type than
// declared.
bool is_return_address(const gimple* statement) {
  if (!is_gimple_call(statement)) return false;
  const tree callee = gimple_call_fndecl(statement);
  return callee != NULL_TREE && fndecl_built_in_p(callee, BUILT_IN_RETURN_ADDRESS);
}

// Removes the hook with its argument (the return address) and copies of it: no pass of GCC would
// remove the call for the return address, and the inliner counts it.
void remove_hook(gimple_stmt_iterator& at) {
  tree value = gimple_call_arg(gsi_stmt(at), 1);
  remove(at);
  while (value != NULL_TREE && TREE_CODE(value) == SSA_NAME && has_zero_uses(value)) {
    gimple* const made = SSA_NAME_DEF_STMT(value);
    const bool is_copy = gimple_assign_ssa_name_copy_p(made);
    if (!is_copy && !is_return_address(made)) return;
    value = is_copy ? gimple_assign_rhs1(made) : NULL_TREE;
    gimple_stmt_iterator place = gsi_for_stmt(made);
    remove(place);
  }
}

// Removes the hooks for which `is_unwanted` holds and returns their number.
template <typename IsUnwanted>
int remove_hooks(function* it, const IsUnwanted& is_unwanted) {
  int removed = 0;
  basic_block block;
  FOR_EACH_BB_FN(block, it) {
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at);) {
      if (is_hook(gsi_stmt(at)) && is_unwanted(gsi_stmt(at))) {
        remove_hook(at);
        ++removed;
      } else {
        gsi_next(&at);
      }
    }
  }
  return removed;
}

constexpr pass_data kLookPass = {
    GIMPLE_PASS, "tarry_extents", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0};
constexpr pass_data kPass = {
    GIMPLE_PASS, "tarry_hooks", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0};

// Sees each function of the file before the first one is compiled further.
class LookAtFunctions final : public gimple_opt_pass {
 public:
  LookAtFunctions(gcc::context* context, Extents& extents)
      : gimple_opt_pass(kLookPass, context), extents_(extents) {}

  bool gate(function*) override { return flag_instrument_function_entry_exit != 0; }
  unsigned int execute(function* it) override {
    extents_.add(it);
    return 0;
  }

 private:
  Extents& extents_;
};

class KeepOwnHooks final : public gimple_opt_pass {
 public:
  KeepOwnHooks(gcc::context* context, const Settings& settings, Extents& extents)
      : gimple_opt_pass(kPass, context), settings_(settings), extents_(extents) {}

  bool gate(function*) override { return flag_instrument_function_entry_exit != 0; }
  unsigned int execute(function* it) override {
    int removed = remove_hooks(it, [it](const gimple* hook) { return !is_of(hook, it->decl); });
    if (settings_.small > 0 && !MAIN_NAME_P(DECL_NAME(it->decl))) removed += remove_if_small(it);
    return removed > 0 ? TODO_cleanup_cfg : 0;
  }

 private:
  int remove_if_small(function* it) {
    const Extent extent = extents_.of(it);
    if (!extent || *extent >= settings_.small) return 0;
    const int removed = remove_hooks(it, [](const gimple*) { return true; });
    if (removed > 0 && settings_.verbose)
      inform(DECL_SOURCE_LOCATION(it->decl), "%qD gets no hooks: about %d instructions", it->decl,
             *extent);
    return removed;
  }

  const Settings& settings_;
  Extents& extents_;
};

bool read(const plugin_name_args& info, Settings& settings) {
  for (int i = 0; i < info.argc; ++i) {
    const plugin_argument& argument = info.argv[i];
    if (strcmp(argument.key, "verbose") == 0) {
      settings.verbose = true;
    } else if (strcmp(argument.key, "small") == 0 && argument.value != nullptr) {
      settings.small = atoi(argument.value);
    } else {
      error("%s has no argument %qs", info.base_name, argument.key);
      return false;
    }
  }
  return true;
}

void register_behind(const plugin_name_args& info, const char* place, opt_pass* pass) {
  register_pass_info registered = {pass, place, 1, PASS_POS_INSERT_AFTER};
  register_callback(info.base_name, PLUGIN_PASS_MANAGER_SETUP, nullptr, &registered);
}

}  // namespace

bool start(const plugin_name_args& info) {
  static Settings settings;
  static Extents extents;
  if (!read(info, settings)) return false;
  if (settings.small > 0) register_behind(info, "cfg", new LookAtFunctions(g, extents));
  // The places are before the first inlining, behind the early optimization, and behind the last
  // inlining.
  for (const char* place : {"ssa", "release_ssa", "ehdisp"})
    register_behind(info, place, new KeepOwnHooks(g, settings, extents));
  return true;
}

}  // namespace tarry::gcc_plugin

int plugin_init(plugin_name_args* info, plugin_gcc_version* version) {
  if (!plugin_default_version_check(version, &gcc_version)) return 1;
  return tarry::gcc_plugin::start(*info) ? 0 : 1;
}
