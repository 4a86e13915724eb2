// SPDX-License-Identifier: BSD-3-Clause
#include "cli/pomp2_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tarry::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

const SourceName kSource = {"src/a.c", "/home/me"};

TEST(Pomp2Source, KnowsLanguagesByName) {
  EXPECT_EQ(source_kind("a.c", {})->language, Language::C);
  EXPECT_EQ(source_kind("dir.x/a.cxx", {})->language, Language::Cxx);
  EXPECT_EQ(source_kind("a.f90", {})->language, Language::FreeFortran);
  EXPECT_FALSE(source_kind("a.f90", {})->is_preprocessed);
  EXPECT_TRUE(source_kind("a.F90", {})->is_preprocessed);
  EXPECT_TRUE(source_kind("a.f", {"-cpp"})->is_preprocessed);
  EXPECT_EQ(source_kind("a.F", {})->language, Language::FixedFortran);
  EXPECT_EQ(source_kind("a.f", {"-ffree-form"})->language, Language::FreeFortran);
  EXPECT_FALSE(source_kind("a.m", {}));
  EXPECT_FALSE(source_kind("a.o", {}));
}

TEST(Pomp2Source, SeesWhetherThereIsOpenMp) {
  EXPECT_TRUE(mentions_openmp("int i;\n  #pragma omp parallel\n", Language::C));
  EXPECT_TRUE(mentions_openmp("omp_set_lock(&lock);\n", Language::Cxx));
  EXPECT_FALSE(mentions_openmp("int comp = 0;\n#pragma once\n", Language::C));
  EXPECT_TRUE(mentions_openmp("C$OMP PARALLEL\n", Language::FixedFortran));
  EXPECT_FALSE(mentions_openmp("integer :: comp_lot\n", Language::FreeFortran));
}

TEST(Pomp2Source, NamesFilesForOpariByTheirWholePath) {
  const std::string text =
      before_opari("# 1 \"src/a.c\"\n# 1 \"<built-in>\"\nint i;\n", Language::C, kSource);
  EXPECT_THAT(text, HasSubstr("___POMP2_INCLUDE___\n# 1 \"/home/me/src/a.c\" 2\n"));
  EXPECT_THAT(text, HasSubstr("# 1 \"<built-in>\"\nint i;\n"));
  EXPECT_EQ(before_opari("program p\n", Language::FreeFortran, {"/x/p.f90", "/home/me"}),
            "# 1 \"/x/p.f90\"\nprogram p\n");
}

TEST(Pomp2Source, NeedsNoPreprocessorAfterwards) {
  const std::string included =
      "extern int64_t __attribute__((aligned (16))) pomp_tpd_;\n"
      "#pragma omp threadprivate(pomp_tpd_)\n"
      "static OPARI2_Region_handle opari2_region_1 = (OPARI2_Region_handle)0;\n"
      "#define opari2_ctc_1 \"9*regionType=x**\"\n\n"
      "#ifdef __cplusplus\nextern \"C\"\n#endif\nvoid POMP2_Init_reg_x_1()\n{\n}\n";
  const std::string text =
      "# 1 \"/home/me/src/a.c\"\n#include \"a.i.opari.inc\"\n"
      "  int pomp2_num_threads = omp_get_max_threads();\n"
      "POMP2_Flush_enter( &opari2_region_1, opari2_ctc_1  );\n#line 7 \"/home/me/src/a.c\"\n"
      "int opari2_ctc_1_of_mine = omp_get_max_threads();\n";
  const std::string after = after_opari(text, included, Language::C, CompilerFamily::Gnu, kSource);
  EXPECT_EQ(after,
            "# 1 \"src/a.c\"\n"
            "extern int64_t __attribute__((aligned (16))) pomp_tpd_;\n"
            "#pragma omp threadprivate(pomp_tpd_)\n"
            "static OPARI2_Region_handle opari2_region_1 = (OPARI2_Region_handle)0;\n\n\n"
            "  int pomp2_num_threads = POMP2_Lib_get_max_threads();\n"
            "POMP2_Flush_enter( &opari2_region_1, \"9*regionType=x**\"  );\n# 7 \"src/a.c\"\n"
            "int opari2_ctc_1_of_mine = omp_get_max_threads();\n");
}

TEST(Pomp2Source, DeclaresWithTheLinkageOfC) {
  const std::string included =
      "extern \"C\" \n{\nextern int64_t pomp_tpd_;\n}\n#pragma omp threadprivate(pomp_tpd_)\n"
      "extern \"C\" \n{\nvoid POMP2_Init_reg_x_1()\n{\n}\n}\n";
  const std::string text = "#include \"a.ii.opari.inc\"\n";
  EXPECT_THAT(after_opari(text, included, Language::Cxx, CompilerFamily::Gnu, kSource),
              HasSubstr("extern \"C\" {extern __thread int64_t pomp_tpd_; }\n"));
  const std::string clang =
      after_opari(text, included, Language::Cxx, CompilerFamily::Clang, kSource);
  EXPECT_THAT(clang, HasSubstr("extern \"C\" {extern int64_t pomp_tpd_; }\n"));
  EXPECT_THAT(clang, Not(HasSubstr("Init_reg")));
}

}  // namespace
}  // namespace tarry::cli
