// SPDX-License-Identifier: BSD-3-Clause
// The headers of GCC that the plug-in needs. They forbid names of the standard library, so its
// headers come first; each of GCC's headers needs the ones before it.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>
// clang-format off
#include "gcc-plugin.h"
#include "tree.h"
#include "backend.h"
#include "basic-block.h"
#include "gimple.h"
#include "gimple-iterator.h"
#include "ssa.h"
#include "tree-pass.h"
#include "builtins.h"
#include "cfganal.h"
#include "diagnostic-core.h"
#include "tree-inline.h"
#include "varasm.h"
#include "context.h"
#include "plugin-version.h"
// clang-format on
