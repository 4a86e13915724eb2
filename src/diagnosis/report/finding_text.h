// SPDX-License-Identifier: BSD-3-Clause
// Findings in words, the same in all reports. What programs call their functions stands in them as
// it is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "diagnosis/diagnosis.h"

namespace tarry::diagnosis {

std::string seconds_text(double seconds);
// "2.000 s (10.0 %)", of the run.
std::string severity_text(const Diagnosis& diagnosis, double seconds);
// "main > loop@a.c:3 > work@a.c:5".
std::string path_text(const Diagnosis& diagnosis, FrameId frame);

// Where it is called, or begins, as "a.c:5" or "line 5"; empty: not known.
std::string place_text(const samples::Site& site);
// "MPI_Barrier", "loop at a.c:10": a frame without the place that it is called from.
std::string plain_name(const samples::Site& site);

// What to do about it.
std::string_view advice_of(const Finding& finding);

// What it is and whose work it is, or where it shows; then its causes and all else that is known.
std::string finding_headline(const Diagnosis& diagnosis, const Finding& finding);
std::vector<std::string> finding_details(const Diagnosis& diagnosis, const Finding& finding);

}  // namespace tarry::diagnosis
