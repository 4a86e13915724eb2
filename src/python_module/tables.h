// SPDX-License-Identifier: BSD-3-Clause
// The columns of each table: of events, and of each kind of compound event.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "python_module/columns.h"
#include "tarry/trace.h"

namespace tarry::python_module {

using Names = std::vector<std::string>;

py::dict event_columns(const events::Trace& trace, const Names& names, const events::Filter& filter,
                       bool in_time_order);
py::dict message_columns(const events::Trace& trace, const Names& names,
                         const events::CompoundFilter& filter);
py::dict collective_columns(const events::Trace& trace, const Names& names,
                            const events::CompoundFilter& filter);
py::dict collective_member_columns(const events::Trace& trace, const Names& names,
                                   const events::CompoundFilter& filter);
py::dict parallel_region_columns(const events::Trace& trace, const Names& names,
                                 const events::CompoundFilter& filter);
py::dict lock_tenure_columns(const events::Trace& trace, const Names& names,
                             const events::CompoundFilter& filter);

}  // namespace tarry::python_module
