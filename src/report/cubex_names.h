// SPDX-License-Identifier: BSD-3-Clause
// The severity cube names roles and paradigms as OTF2 does, the Cube tools have words of their own
// ("coll_one2all" there is "one2all" here) by which their hierarchies classify call paths.
#pragma once

#include <string>
#include <string_view>

namespace tarry::report {

std::string cube_role(std::string_view otf2_role);
std::string otf2_role(std::string_view cube_role);
std::string cube_paradigm(std::string_view otf2_paradigm);
std::string otf2_paradigm(std::string_view cube_paradigm);

}  // namespace tarry::report
