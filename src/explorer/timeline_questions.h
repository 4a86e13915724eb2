// SPDX-License-Identifier: BSD-3-Clause
// Questions about a timeline as the address of a request has them.
#pragma once

#include <map>
#include <string>

#include "base/result.h"
#include "explorer/timeline_answers.h"

namespace tarry::explorer {

using Parameters = std::map<std::string, std::string>;

// The bytes of the picture that the parameters describe; Usage if they describe none.
base::Result<std::string> asked_picture(const TimelineAnswers& timeline,
                                        const Parameters& parameters);
base::Result<std::string> asked_counter(const TimelineAnswers& timeline,
                                        const Parameters& parameters);
base::Result<std::string> asked_waits(const TimelineAnswers& timeline,
                                      const Parameters& parameters);
base::Result<std::string> asked_details(const TimelineAnswers& timeline,
                                        const Parameters& parameters);

}  // namespace tarry::explorer
