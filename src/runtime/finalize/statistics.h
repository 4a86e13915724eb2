// SPDX-License-Identifier: BSD-3-Clause
// Statistics of plug-ins in the measured process: loads their libraries, defines what they measure
// and calls them around the calls of each thread. No exception of ours leaves these functions. A
// note reports a library that cannot be loaded; the program goes on without it.
#pragma once

#include <span>

#include "compressed/model/call.h"
#include "tarry/statistics.h"

namespace tarry::runtime::finalize {

// Call it once. `files` are separated by commas. Returns false if there is nothing to measure.
bool load_statistics(const char* files);

// Called where a call of the calling thread begins and ends. They return the values of this call
// that are known then, valid until the next of these functions. Thread: any. Signal: no.
std::span<const compressed::StatisticValue> measure_begin(const tarry_statistics_call& call);
std::span<const compressed::StatisticValue> measure_end(const tarry_statistics_call& call);
// Called when the program goes on behind `call`, and again after work of our own.
void measure_between(const tarry_statistics_call& call);

}  // namespace tarry::runtime::finalize
