// SPDX-License-Identifier: BSD-3-Clause
#include "launch/sanitizer.h"

#include <gtest/gtest.h>

namespace tarry::launch {
namespace {

Program program_with(const std::string& soname) {
  return {"/a.out", false, "", {{"libm.so.6", "/m"}, {soname, "/lib/it"}}};
}

TEST(Sanitizer, ComesBeforeAllOtherLibraries) {
  for (const char* soname :
       {"libasan.so.8", "liblsan.so.0", "libubsan.so.1", "libclang_rt.asan-x86_64.so"}) {
    const auto found = sanitizer_of(program_with(soname));
    ASSERT_TRUE(found.ok() && *found) << soname;
    EXPECT_EQ((*found)->path, "/lib/it");
  }
  const auto none = sanitizer_of(program_with("libsanguine.so"));
  ASSERT_TRUE(none.ok());
  EXPECT_FALSE(none->has_value());
}

TEST(Sanitizer, OfThreadsIsRefused) {
  const auto refused = sanitizer_of(program_with("libtsan.so.2"));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, base::ErrorCode::Unsupported);
  EXPECT_NE(refused.error().hint.find("-fsanitize=thread"), std::string::npos);
}

}  // namespace
}  // namespace tarry::launch
