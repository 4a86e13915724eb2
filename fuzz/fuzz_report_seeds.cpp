// SPDX-License-Identifier: BSD-3-Clause
// Makes small reports of all three formats for the fuzzers of their readers: reports of our own,
// and .cubex files as other tools write them. Reports of version 3 in CUBES are seeds as they are.
// usage: fuzz_report_seeds CUBES OUTPUT
#include <cstdio>
#include <filesystem>
#include <string>

#include "base/files.h"
#include "report/cubex.h"
#include "report/foreign_report.h"
#include "report/json_report.h"
#include "report/sample_cube.h"

namespace {

namespace fs = std::filesystem;
using namespace tarry;
using report::foreign::Archive;

// Reports as other tools write them: each type of values and metrics, both kinds of indices.
base::Status make_foreign(const fs::path& folder) {
  const std::string eight = report::foreign::doubles({1, 2, 3, 4, 5, 6, 7, 8});
  int number = 0;
  for (const char* dtype : {"DOUBLE", "UINT64", "INT8", "RATE", "TAU_ATOMIC", "COMPLEX",
                            "NDOUBLES(3)", "HISTOGRAM(2)", "MINDOUBLE"})
    for (const char* type : {"EXCLUSIVE", "INCLUSIVE"})
      TRY(base::write_file(folder / (std::to_string(number++) + ".cubex"),
                           Archive()
                               .metric(type, dtype, report::foreign::dense_index(),
                                       "CUBEX.DATA" + eight + eight + eight + eight + eight)
                               .bytes()));
  for (const char* expression :
       {"metric::time() / metric::visits(e)", "metric::time() - 2 * metric::time(*)",
        "{ ${i} = 0; while (${i} &lt; 3) { ${i} = ${i} + 1; }; return ${i}; }",
        "${cube::region::name}[${calculation::callpath::id}] =~ /^f(o|x){0,1}$/",
        "|sqrt(metric::time(i))| ^ min(2, 3) &gt;= 1 and not metric::time() == 0"})
    for (const char* type : {"POSTDERIVED", "PREDERIVED_EXCLUSIVE", "PREDERIVED_INCLUSIVE"})
      TRY(base::write_file(folder / (std::to_string(number++) + ".cubex"),
                           Archive()
                               .metric("EXCLUSIVE", "DOUBLE", report::foreign::sparse_index({0, 2}),
                                       report::foreign::compressed_rows({{1}, {2}}))
                               .derived(type, expression)
                               .bytes()));
  return base::kOk;
}

base::Status make_seeds(const fs::path& output, const fs::path& cubes) {
  for (const char* folder : {"cubex", "cube", "json"}) fs::create_directories(output / folder);
  model::SeverityCube sample = report::sample_cube();
  sample.wait_statistics = report::sample_statistics();
  TRY(report::write_cubex(sample, (output / "cubex/sample.cubex").string()));
  // Without checksums, which a fuzzer would not find.
  TRY_ASSIGN(std::string open, base::read_file(output / "cubex/sample.cubex"));
  open.replace(open.find("checksums.tarry"), 9, "something");
  TRY(base::write_file(output / "cubex/open.cubex", open));
  TRY(make_foreign(output / "cubex"));
  TRY(base::write_file(output / "json/sample.json", report::json_report(sample, {})));
  for (const auto& entry : fs::directory_iterator(cubes))
    if (entry.path().extension() == ".cube")
      fs::copy_file(entry.path(), output / "cube" / entry.path().filename());
  return base::kOk;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s CUBES OUTPUT\n", argv[0]);
    return 2;
  }
  const base::Status made = make_seeds(argv[2], argv[1]);
  if (made.ok()) return 0;
  std::fprintf(stderr, "fuzz_report_seeds: %s\n", made.error().message().c_str());
  return 1;
}
