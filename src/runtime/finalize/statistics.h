// SPDX-License-Identifier: BSD-3-Clause
// Statistics of plug-ins in the measured process: loads their libraries, defines what they measure
// and calls them around the calls of each thread. No exception of ours leaves it, and what cannot
// be loaded is said in a note: the program goes on without it.
#pragma once

#include <span>

#include "compressed/model/call.h"
#include "tarry/statistics.h"

namespace tarry::runtime::finalize {

// Once. `files`: with commas between them. False if there is nothing to measure.
bool load_statistics(const char* files);

// Where a call of the calling thread begins and ends; the values of this call that are known then,
// until the next of these functions. Thread: any. Signal: no.
std::span<const compressed::StatisticValue> measure_begin(const tarry_statistics_call& call);
std::span<const compressed::StatisticValue> measure_end(const tarry_statistics_call& call);
// The program goes on behind `call`; once more after work of our own.
void measure_between(const tarry_statistics_call& call);

}  // namespace tarry::runtime::finalize
