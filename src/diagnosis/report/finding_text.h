// SPDX-License-Identifier: BSD-3-Clause
// Findings in words, the same in all reports. Names of functions are inserted unchanged.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "diagnosis/diagnosis.h"

namespace tarry::diagnosis {

std::string seconds_text(double seconds);
// Returns for example "2.000 s (10.0 %)", where the percentage is of the run.
std::string severity_text(const Diagnosis& diagnosis, double seconds);
// Returns for example "main > loop@a.c:3 > work@a.c:5".
std::string path_text(const Diagnosis& diagnosis, FrameId frame);

// Returns for example "8 ranks, 2.429 s, samples every 4.000 ms".
std::string run_text(const Diagnosis& diagnosis);

// Returns where a procedure is called or a loop begins, as "a.c:5" or "line 5"; empty: it is
// unknown.
std::string place_text(const samples::Site& site);
// Returns for example "MPI_Barrier" or "loop at a.c:10": a procedure without its place.
std::string plain_name(const samples::Site& site);

// Returns what to do about the finding.
std::string_view advice_of(const Diagnosis& diagnosis, const Finding& finding);

// The headline says what the loss is, and whose work it is or where it shows. The details say its
// causes and everything else that is known.
std::string finding_headline(const Diagnosis& diagnosis, const Finding& finding);
std::vector<std::string> finding_details(const Diagnosis& diagnosis, const Finding& finding);

// Returns for example "1.000 s (5.0 %) in main > MPI_Recv@a.c:8".
std::string unresolved_text(const Diagnosis& diagnosis, const Unresolved& call);

}  // namespace tarry::diagnosis
