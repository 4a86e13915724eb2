// SPDX-License-Identifier: BSD-3-Clause
// One metric in detail: its meaning, the call paths and the ranks that have most of it.
#pragma once

#include "report/text_page.h"

namespace tarry::report {

void put_details(TextPage& page, model::MetricId metric);

}  // namespace tarry::report
