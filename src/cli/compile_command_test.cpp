// SPDX-License-Identifier: BSD-3-Clause
#include "cli/compile_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace tarry::cli {
namespace {

std::vector<std::string> split(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string steps(const std::string& line) {
  const CompileStep step = classify(split(line));
  return std::string(step.compiles ? "compile" : "") + (step.links ? "+link" : "");
}

std::string instrumented(const std::string& line, const Compiler& compiler,
                         const Instrumentation& wanted = {}) {
  const std::vector<std::string> words = split(line);
  std::string text;
  for (const std::string& word :
       with_instrumentation(words, classify(words), compiler, Installation{"/t"}, wanted))
    text += (text.empty() ? "" : " ") + word;
  return text;
}

TEST(CompileCommand, TellsStepsApart) {
  EXPECT_EQ(steps("gcc -O2 -c a.c"), "compile");
  EXPECT_EQ(steps("gcc a.c -o a"), "compile+link");
  EXPECT_EQ(steps("mpicxx a.o b.o -lm -o a"), "+link");
  EXPECT_EQ(steps("gfortran -J mod.f90 -c b.F90"), "compile");
  EXPECT_EQ(steps("g++ -MMD -MF a.d -c a.cc -o a.o"), "compile");
  EXPECT_EQ(steps("gcc -x c - -o a"), "compile+link");
  EXPECT_EQ(steps("gcc @everything"), "compile+link");
  EXPECT_EQ(steps("ccache gcc -c a.c"), "compile");
}

TEST(CompileCommand, LeavesQuestionsAlone) {
  for (const char* line :
       {"gcc -E a.c", "gcc -M a.c", "gcc -v", "gcc --version", "gcc -print-search-dirs", "gcc",
        "gcc -dumpmachine", "mpicc -showme:link", "mpicc -show", "gcc -fsyntax-only a.c",
        "gcc -c start.s", "gcc -c start.S", "gcc -c -x assembler a"})
    EXPECT_EQ(steps(line), "") << line;
}

TEST(CompileCommand, AddsWhatTheStepNeeds) {
  EXPECT_EQ(instrumented("gcc -O2 -c a.c", {CompilerFamily::Gnu}),
            "gcc -finstrument-functions "
            "-finstrument-functions-exclude-file-list=/usr/include,/usr/lib/gcc,/ompi/mpi/cxx/,/"
            "mpicxx.h -g1 -DTARRY "
            "-I/t/include -I/t/lib/tarry/fortran -O2 -c a.c");
  EXPECT_EQ(instrumented("ccache clang -g3 -c a.c", {CompilerFamily::Clang}),
            "ccache clang -finstrument-functions-after-inlining -DTARRY -I/t/include "
            "-I/t/lib/tarry/fortran -g3 -c a.c");
  EXPECT_EQ(instrumented("gcc a.o -o a", {CompilerFamily::Gnu}),
            "gcc a.o -o a -Wl,--push-state,--as-needed -L/t/lib -Wl,-rpath,/t/lib -ltarry "
            "-Wl,--pop-state");
  EXPECT_EQ(instrumented("gcc -c a.c", {CompilerFamily::Gnu}, {.functions = false}),
            "gcc -g1 -DTARRY -I/t/include -I/t/lib/tarry/fortran -c a.c");
}

TEST(CompileCommand, LetsGccTakeHooksOfInlinedAndSmallFunctionsAway) {
  EXPECT_THAT(
      instrumented("gcc -c a.c", {CompilerFamily::Gnu, "/t/hooks_12.2.so"}),
      testing::HasSubstr("/mpicxx.h -fplugin=/t/hooks_12.2.so -fplugin-arg-hooks_12.2-small=200 "
                         "-fno-partial-inlining -fno-inline-functions-called-once -g1 "));
  EXPECT_THAT(instrumented("gcc -c a.c", {CompilerFamily::Gnu, "/t/hooks.so"},
                           {.small = 5, .tells_small = true}),
              testing::HasSubstr(" -fplugin-arg-hooks-small=5 -fplugin-arg-hooks-verbose "));
  EXPECT_THAT(instrumented("gcc -c a.c", {CompilerFamily::Gnu, "/t/hooks.so"},
                           {.small = 0, .tells_small = true}),
              testing::Not(testing::HasSubstr("-fplugin-arg")));
  EXPECT_THAT(instrumented("gcc a.o -o a", {CompilerFamily::Gnu, "/t/hooks.so"}),
              testing::Not(testing::HasSubstr("hooks.so")));
}

TEST(CompileCommand, LinksWhatOpariCalls) {
  EXPECT_EQ(
      instrumented("gcc -fopenmp a.o -o a", {CompilerFamily::Gnu}, {.pomp2 = true}),
      "gcc -fopenmp a.o -o a -Wl,/t/lib/libtarry-pomp2.a -Wl,--push-state,--as-needed -L/t/lib "
      "-Wl,-rpath,/t/lib -ltarry -Wl,--pop-state");
  EXPECT_THAT(instrumented("gcc a.o /usr/lib/libgomp.a", {CompilerFamily::Gnu}, {.pomp2 = true}),
              testing::HasSubstr("gcc -Wl,-u,omp_get_thread_num,"));
}

TEST(CompileCommand, FindsSourcesAndOpenMp) {
  const CompileStep step = classify(split("gcc -fopenmp -I a.c b.c -o c.c d.o e.F90"));
  EXPECT_TRUE(step.has_openmp);
  EXPECT_THAT(step.sources, testing::ElementsAre(4, 8));
  EXPECT_EQ(step.output, 6u);
  EXPECT_FALSE(classify(split("gcc -fopenmp -fno-openmp -c a.c")).has_openmp);
  EXPECT_FALSE(classify(split("gcc -fopenmp-simd -c a.c")).has_openmp);
}

TEST(CompileCommand, KnowsCompilersByTheirVersionText) {
  EXPECT_EQ(family_from_version("Debian clang version 14.0.6\nTarget: x86_64-pc-linux-gnu"),
            CompilerFamily::Clang);
  EXPECT_EQ(family_from_version("GNU Fortran (Debian 12.2.0-14) 12.2.0"), CompilerFamily::Gnu);
  EXPECT_EQ(family_from_version("cc (Debian 12.2.0) 12.2.0\nCopyright (C) 2022 Free Software "
                                "Foundation, Inc."),
            CompilerFamily::Gnu);
  EXPECT_EQ(family_from_version("nvc 23.1-0"), CompilerFamily::Other);
}

std::string refusal(const std::string& line, const Instrumentation& wanted) {
  const std::vector<std::string> words = split(line);
  const base::Status checked = check_step(words, classify(words), Installation{"/t"}, wanted);
  return checked.ok() ? "" : checked.error().message();
}

TEST(CompileCommand, RefusesStaticProgramsThatCannotBeMeasured) {
  const Instrumentation is_static{.is_static = true};
  for (const char* option : {"-static", "-static-pie"})
    EXPECT_EQ(refusal(std::string("gcc a.c ") + option, {}),
              "nothing can be injected into a static program: -static (link dynamically, or use "
              "tarry instrument --static)");
  EXPECT_EQ(refusal("/usr/bin/mpicc.mpich a.o -static", is_static),
            "calls of MPI are not recorded in a static program: /usr/bin/mpicc.mpich (link "
            "dynamically, without --static)");
  EXPECT_EQ(refusal("gcc -fopenmp a.o", {.pomp2 = true, .is_static = true}),
            "constructs of OpenMP are not recorded in a static program: --openmp pomp2 (link "
            "dynamically, without --static)");
  EXPECT_EQ(refusal("gcc a.o", is_static),
            "the runtime for static programs is missing: /t/lib/libtarry-static.a (build tarry "
            "where the compiler has libstdc++.a)");
  for (const char* line : {"gcc -c a.c", "gcc -shared a.o", "mpicc -c a.c"})
    EXPECT_EQ(refusal(line, is_static), "") << line;
}

TEST(CompileCommand, LinksTheRuntimeIntoStaticPrograms) {
  const Instrumentation is_static{.is_static = true};
  EXPECT_EQ(instrumented("gcc a.o -o a", {}, is_static),
            "gcc a.o -o a -static -L/t/lib -Wl,-u,tarry_region_begin -ltarry-static -lm");
  EXPECT_EQ(instrumented("gcc -static-pie a.o", {}, is_static),
            "gcc -static-pie a.o -L/t/lib -Wl,-u,tarry_region_begin -ltarry-static -lm");
  EXPECT_EQ(instrumented("gcc -shared a.o", {}, is_static), instrumented("gcc -shared a.o", {}));
}

TEST(CompileCommand, SaysThatACompilerIsMissing) {
  const auto result = find_compiler("no-such-cc", Installation{"/t"});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message(), "compiler not found: no-such-cc (is it in the PATH?)");
}

}  // namespace
}  // namespace tarry::cli
