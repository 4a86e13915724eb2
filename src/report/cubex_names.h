// SPDX-License-Identifier: BSD-3-Clause
// The severity cube names roles and paradigms as OTF2 does. The Cube tools classify call paths by
// words of their own ("one2all" for "coll_one2all").
#pragma once

#include <string>
#include <string_view>

namespace tarry::report {

std::string cube_role(std::string_view otf2_role);
std::string otf2_role(std::string_view cube_role);
std::string cube_paradigm(std::string_view otf2_paradigm);
std::string otf2_paradigm(std::string_view cube_paradigm);

}  // namespace tarry::report
