// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/c_scale.h"

#include <algorithm>
#include <vector>

#include "compressed/extrapolate/extrapolate.h"

namespace tarry::emit {
namespace {

using compressed::CommFamily;
using compressed::ExtentRule;
using compressed::FormulaTrace;

constexpr const char* kRefuse = R"(
// All ranks come here, or none.
static void refuse(const char *why) {
  if (rank == 0) fprintf(stderr, "benchmark: %s\n", why);
  MPI_Finalize();
  exit(2);
}

)";

constexpr const char* kPlace =
    R"(// Which of the places in a dimension a coordinate is: `low` ones at the low border, the middle, and
// `high` ones at the high border.
static int place(long coordinate, long extent, int low, int high) {
  if (coordinate < low) return (int)coordinate;
  const long to_border = extent - 1 - coordinate;
  return to_border < high ? (int)(low + high - to_border) : low;
}

)";

constexpr const char* kNeighbor2 =
    R"(// The rank some steps away in the grid, which is closed to a torus.
static int neighbor(long dx, long dy) {
  return (int)((at.x + dx + x) % x + x * ((at.y + dy + y) % y));
}

)";
constexpr const char* kNeighbor3 =
    R"(// The rank some steps away in the grid, which is closed to a torus.
static int neighbor(long dx, long dy, long dz) {
  return (int)((at.x + dx + x) % x + x * ((at.y + dy + y) % y + y * ((at.z + dz + z) % z)));
}

)";
constexpr const char* kMoved =
    R"(// The rank at an offset in the grid: differences of coordinates, written as a rank.
static int moved(long offset) {
  return (int)((at.x + offset) % x + x * ((at.y + offset / x) % y + y * ((at.z + offset / x / y) % z)));
}

)";
constexpr const char* kDown = R"(static long log2_down(long of) {
  long power = 0;
  while (of >>= 1) ++power;
  return power;
}

)";
constexpr const char* kUp = R"(static long log2_up(long of) {
  long power = 0;
  while (1L << power < of) ++power;
  return power;
}

)";
constexpr const char* kNearest =
    R"(static long nearest(double value) { return (long)(value < 0 ? value - 0.5 : value + 0.5); }

)";

unsigned dimensions_of(const Scale& scale) { return scale.formulas().places.dimensions(); }

std::string product(unsigned dimensions) {
  return std::string("x * y * z", dimensions == 1 ? 1 : dimensions == 2 ? 5 : 9);
}

// Returns statements that choose extents for `size` ranks.
std::string choice_of(ExtentRule rule, const FormulaTrace& formulas) {
  const unsigned dimensions = formulas.places.dimensions();
  if (dimensions == 1) return "  x = size;\n";
  switch (rule) {
    case ExtentRule::Equal:
      return dimensions == 2 ? "  for (x = 1; x * x < size; ++x) {}\n  y = x;\n"
                             : "  for (x = 1; x * x * x < size; ++x) {}\n  y = z = x;\n";
    case ExtentRule::OneGrows: {
      std::string text;
      std::string others, grows;
      for (unsigned d = 0; d < dimensions; ++d) {
        const std::uint32_t first = formulas.bases[0].size[d];
        const bool is_constant = compressed::is_constant_extent(formulas, d);
        const std::string name(1, "xyz"[d]);
        if (is_constant) text += "  " + name + " = " + std::to_string(first) + ";\n";
        if (is_constant) others += " / " + name;
        if (!is_constant) grows = name;
      }
      return text + "  " + grows + " = size" + others + ";\n";
    }
    case ExtentRule::LargestFirst:
    case ExtentRule::LargestLast: {
      const bool is_first = rule == ExtentRule::LargestFirst;
      if (dimensions == 2)
        return std::string("  for (long i = 1; i * i <= size; ++i)\n    if (size % i == 0) ") +
               (is_first ? "y = i, x = size / i" : "x = i, y = size / i") + ";\n";
      return std::string(
                 "  long least = size + 1;\n"
                 "  for (long i = 1; i * i * i <= size; ++i)\n"
                 "    for (long j = i; size % i == 0 && i * j * j <= size; ++j)\n"
                 "      if (size / i % j == 0 && size / i / j - i < least)\n"
                 "        least = size / i / j - i, ") +
             (is_first ? "z = i, y = j, x = size / i / j" : "x = i, y = j, z = size / i / j") +
             ";\n";
    }
  }
  return "";
}

std::string usage_arguments(unsigned dimensions) {
  return std::string(" X Y Z", 2 * std::size_t{dimensions});
}

std::string choose_function(const Scale& scale, bool has_files) {
  const unsigned dimensions = dimensions_of(scale);
  std::string names, values;
  for (unsigned d = 0; d < dimensions; ++d) {
    const std::string name(1, "xyz"[d]);
    values += "    " + name + " = atol(argv[" + std::to_string(d + 1) + "]);\n";
  }
  const std::vector<ExtentRule> rules = compressed::extent_rules(scale.formulas());
  std::string text =
      "// The extents from the command line, or as they follow from the number of ranks.\n"
      "static void choose_extents(int argc, char **argv) {\n"
      "  if (argc == " +
      std::to_string(dimensions + 1) +
      (has_files ? " || argc == " + std::to_string(dimensions + 2) : "") + ") {\n" + values +
      "    return;\n  }\n" + "  if (argc != 1) refuse(\"usage: benchmark [" +
      usage_arguments(dimensions).substr(1) + (has_files ? " [SCRATCH]" : "") +
      "], the extents of the grid of ranks\");\n";
  if (rules.empty())
    return text + "  refuse(\"give the extents of the grid of ranks: benchmark" +
           usage_arguments(dimensions) + "\");\n}\n\n";
  for (std::size_t i = 0; i < rules.size() && (i == 0 || dimensions > 1); ++i) {
    if (i > 0) text += "  if (" + product(dimensions) + " == size) return;\n";
    text += choice_of(rules[i], scale.formulas());
    if (rules[i] >= ExtentRule::LargestFirst) break;
  }
  return text + "}\n\n";
}

std::string class_function(const Scale& scale) {
  const compressed::Places& places = scale.formulas().places;
  std::string number, factor;
  std::string body = "  long rest = of;\n";
  std::uint32_t classes = 1;
  for (unsigned d = 0; d < places.dimensions(); ++d) {
    const std::string name(1, "xyz"[d]);
    const compressed::Margins& margins = places.margins[d];
    const std::string coordinate = d + 1 == places.dimensions() ? "rest" : "rest % " + name;
    if (margins != compressed::Margins{}) {
      const std::string one = "place(" + coordinate + ", " + name + ", " +
                              std::to_string(margins.low) + ", " + std::to_string(margins.high) +
                              ")";
      body += std::string("  ") + (number.empty() ? "int part = " : "part += ") +
              (classes == 1 ? "" : std::to_string(classes) + " * ") + one + ";\n";
      number = "part";
    }
    if (d + 1 < places.dimensions()) body += "  rest /= " + name + ";\n";
    classes *= margins.low + margins.high + 1;
  }
  std::string text =
      "// The part of the pattern that a rank belongs to, by its place in the grid:\n";
  std::vector<std::string> parts(classes, "-1");
  for (std::size_t i = 0; i < scale.formulas().classes.size(); ++i) {
    const std::uint32_t of_class = scale.formulas().classes[i].number;
    parts[of_class] = std::to_string(i);
    text += "//   " + std::to_string(i) + "  " + places.name(of_class) + "\n";
  }
  text += "static int part_of(int of) {\n";
  if (number.empty()) return text + "  (void)of;\n  return 0;\n}\n\n";
  text += body;
  if (classes == scale.formulas().classes.size()) return text + "  return part;\n}\n\n";
  std::string list;
  for (const std::string& part : parts) list += (list.empty() ? "" : ", ") + part;
  return text + "  static const int known[" + std::to_string(classes) + "] = {" + list +
         "};\n  return known[part];\n}\n\n";
}

// Returns checks of what the traces say nothing about.
std::string checks(const Scale& scale) {
  const FormulaTrace& formulas = scale.formulas();
  const unsigned dimensions = dimensions_of(scale);
  std::string text = "  if (x < 1 || y < 1 || z < 1 || " + product(dimensions) +
                     " != size) refuse(\"the extents do not make the number of ranks\");\n";
  const std::uint64_t smallest = formulas.bases.front().ranks();
  if (smallest > 1)
    text += "  if (size < " + std::to_string(smallest) + ") refuse(\"at least " +
            std::to_string(smallest) + " ranks are needed, as many as in the smallest trace\");\n";
  for (unsigned d = 0; d < dimensions; ++d) {
    const std::uint32_t first = formulas.bases[0].size[d];
    const std::string name(1, "xyz"[d]);
    if (compressed::is_constant_extent(formulas, d))
      text += "  if (" + name + " != " + std::to_string(first) + ") refuse(\"" + name +
              " must be " + std::to_string(first) + ", as in all traces\");\n";
  }
  for (const Requirement& each : scale.requirements())
    text += "  if (!(" + each.test + ")) refuse(\"" + each.text + "\");\n";
  std::string known;
  for (std::size_t i = 0; i < formulas.classes.size(); ++i) {
    const compressed::ClassFormula& of_class = formulas.classes[i];
    for (unsigned d = 0; d < dimensions; ++d) {
      const std::uint32_t first = of_class.bases[0].size[d];
      const auto is_first = [&](const Extents& each) { return each.size[d] == first; };
      if (compressed::is_constant_extent(formulas, d) ||
          !std::all_of(of_class.bases.begin(), of_class.bases.end(), is_first))
        continue;
      known += "    if (part_of(i) == " + std::to_string(i) + " && " + "xyz"[d] +
               std::string(" != ") + std::to_string(first) + ")\n      refuse(\"ranks '" +
               formulas.places.name(of_class.number) + "' are known for " + "xyz"[d] + " = " +
               std::to_string(first) + " only\");\n";
    }
  }
  if (formulas.classes.size() < formulas.places.classes())
    known =
        "    if (part_of(i) < 0)\n      refuse(\"no trace has all places of this grid: give "
        "other extents\");\n" +
        known;
  if (!known.empty()) text += "  for (int i = 0; i < size; ++i) {\n" + known + "  }\n";
  return text;
}

std::string making_of_communicators(const Scale& scale) {
  const unsigned dimensions = dimensions_of(scale);
  std::string out =
      "\n  // Communicators. The program makes them here, whenever the traced one did.\n";
  for (std::size_t i = 0; i < scale.formulas().families.size(); ++i) {
    const CommFamily& family = scale.formulas().families[i];
    const std::string index = "[" + std::to_string(i) + "]";
    if (family.kind == CommFamily::Kind::Self) {
      out += "  comm" + index + " = MPI_COMM_SELF, n" + index + " = 1;\n";
      continue;
    }
    if (scale.is_world(static_cast<std::int64_t>(i))) {
      out +=
          "  comm" + index + " = MPI_COMM_WORLD, me" + index + " = rank, n" + index + " = size;\n";
      continue;
    }
    std::string color, factor;
    for (unsigned d = 0; d < dimensions; ++d) {
      if ((family.mask >> d & 1) != 0) continue;
      color += (color.empty() ? "" : " + ") + factor + "at." + "xyz"[d];
      factor += std::string(1, "xyz"[d]) + " * ";
    }
    out += "  make_comm(" + std::to_string(i) + ", (int)(" + (color.empty() ? "0" : color) +
           "), rank);\n";
  }
  return out;
}

}  // namespace

std::string scale_usage(const Scale& scale, bool has_files) {
  const unsigned dimensions = dimensions_of(scale);
  std::string grids;
  for (const Extents& each : scale.formulas().bases)
    grids += (grids.empty() ? "" : ", ") + compressed::extents_text(each);
  return std::string("// It runs with any number of processes whose grid has the extents X") +
         (dimensions > 1 ? ", Y" : "") + (dimensions > 2 ? ", Z" : "") +
         ":\n//   mpicc -O2 benchmark.c -o benchmark && mpirun -n P ./benchmark [" +
         usage_arguments(dimensions).substr(1) + (has_files ? " [SCRATCH]" : "") +
         "]\n// The traces had " + grids + ".\n";
}

std::string scale_functions(const Scale& scale, const std::string& program, bool has_files) {
  const unsigned dimensions = dimensions_of(scale);
  std::string text =
      "static long x = 1, y = 1, z = 1;  // extents of the grid of ranks, the fastest first\n"
      "static struct {\n  long x, y, z;\n} at;  // coordinates of this rank\n";
  text += kRefuse;
  const std::string checked = program + checks(scale);
  const auto uses = [&](const char* name) { return checked.find(name) != std::string::npos; };
  if (uses("log2_down(")) text += kDown;
  if (uses("log2_up(")) text += kUp;
  if (uses("nearest(")) text += kNearest;
  if (uses("neighbor(")) text += dimensions == 2 ? kNeighbor2 : kNeighbor3;
  if (uses("moved(")) text += kMoved;
  if (uses("part_of(") || uses("[part]") || uses("part == "))
    text += (scale.formulas().places.classes() > 1 ? kPlace : "") + class_function(scale);
  return text + choose_function(scale, has_files);
}

std::string scale_prologue(const Scale& scale, bool has_communicators) {
  std::string text = "  choose_extents(argc, argv);\n" + checks(scale) +
                     "  at.x = rank % x, at.y = rank / x % y, at.z = rank / (x * y);\n";
  if (has_communicators) text += making_of_communicators(scale);
  return text;
}

}  // namespace tarry::emit
