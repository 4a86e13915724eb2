// SPDX-License-Identifier: BSD-3-Clause
// Text in C with MPI: the calls of the trace with their parameters, in their order.
#pragma once

#include <memory>

#include "compressed/emit/emitter.h"

namespace tarry::emit {

std::unique_ptr<Emitter> make_c_emitter(Computation computation);

}  // namespace tarry::emit
