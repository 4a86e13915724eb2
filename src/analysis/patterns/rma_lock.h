// SPDX-License-Identifier: BSD-3-Clause
// Lock Contention of passive target synchronisation: a call of a lock epoch waits until another
// process has given back a lock that excludes its own. Definition: docs/definitions.md, "One-sided
// waits".
//
//   holder  ──█Lock█──█Put█──█Unlock█──
//   other   ────█Lock·················█──
//                                   ^released
#pragma once

#include "model/ids.h"

namespace tarry::analysis {

// `released`: end of the unlock of the conflicting epoch that ended last before this one.
inline model::Ticks lock_competition(model::Ticks released, model::Ticks enter,
                                     model::Ticks leave) {
  return enter < released && released < leave ? released - enter : model::Ticks{};
}

}  // namespace tarry::analysis
