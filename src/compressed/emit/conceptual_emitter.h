// SPDX-License-Identifier: BSD-3-Clause
// Text in coNCePTuaL, a language for benchmarks of networks. Ranks are those of all processes.
// Collective operations that the language lacks are replaced: what is gathered is reduced, what is
// scattered is multicast, sizes that differ become their mean.
//
// Source: S. Pakin, "coNCePTuaL User's Guide", Los Alamos National Laboratory, chapter 4 (the
// language), and X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, table 4.1 (what replaces what).
#pragma once

#include <memory>

#include "compressed/emit/emitter.h"

namespace tarry::emit {

std::unique_ptr<Emitter> make_conceptual_emitter(Computation computation);

}  // namespace tarry::emit
