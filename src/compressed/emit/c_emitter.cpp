// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/c_emitter.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "compressed/emit/c_calls.h"
#include "compressed/emit/c_remote_support.h"
#include "compressed/emit/c_scale.h"
#include "compressed/emit/c_text.h"

namespace tarry::emit {
namespace {

constexpr std::size_t kLineWidth = 100;

class CEmitter final : public Emitter {
 public:
  explicit CEmitter(Computation computation) : computation_(computation) {}

  void begin(const Program& program) override {
    program_ = &program;
    text_.emplace(program);
    calls_.emplace(program, *text_);
    for (const Split& split : program.splits) {
      calls_->need(Helper::Communicators);
      splits_ += "  make_comm(" + text_->value(split.index, "comm_number") + ", " +
                 text_->value(split.color, "colors") + ", " +
                 (split.key.empty() ? "rank" : text_->value(split.key, "keys")) + ");\n";
    }
  }

  void phase(const std::string& text) override {
    body_ += "\n";
    line("// " + text);
  }

  void begin_ranks(const RankSet& ranks) override {
    const std::string test = text_->condition(ranks);
    line("if (" + (test.empty() ? "1" : test) + ") {");
    ++depth_;
  }
  void end_ranks() override {
    --depth_;
    line("}");
  }

  void begin_loop(const Node& loop) override {
    std::string trips = text_->value(loop.trips, "passes");
    const std::vector<std::string> counters = text_->take_counters();
    if (!counters.empty()) {
      const std::string name = "passes_of_" + std::to_string(loop.id);
      line("const int " + name + " = " + trips + ";");
      advance(counters);
      trips = name;
    }
    const std::string variable = text_->open_loop(loop);
    line(is_condition(loop) ? "if (" + trips + ") {"
                            : "for (int " + variable + " = 0; " + variable + " < " + trips +
                                  "; ++" + variable + ") {");
    ++depth_;
  }
  void end_loop(const Node&) override {
    text_->close_loop();
    end_ranks();
  }

  void call(const Node& node) override {
    const Statement& statement = node.statement;
    compute(statement);
    if (!statement.is_made) return;
    if (statement.completes)
      return lines(calls_->complete(statement.function, statement.completion));
    if (!statement.variant.empty()) return choose(statement);
    bool is_first = true;
    for (const Variant& variant : statement.variants) {
      const std::vector<std::string> made = calls_->perform(statement.function, variant);
      if (variant.ranks == node.ranks) return lines(made);
      if (made.empty()) continue;
      const bool is_last = &variant == &statement.variants.back() && !is_first;
      const std::string test = is_last ? "" : "if (" + text_->condition(variant.ranks) + ") {";
      if (is_first)
        line(test);
      else
        line(is_last ? "} else {" : "} else " + test);
      is_first = false;
      ++depth_;
      lines(made);
      --depth_;
    }
    if (!is_first) line("}");
  }

  base::Result<std::string> end() override {
    const Scale* const scale = program_->scale;
    if (scale != nullptr && names_communicators()) calls_->need(Helper::Communicators);
    const std::string start = prologue();
    const std::string remote = c_remote_support(calls_->needed(), file_lengths(*program_));
    std::string out = header();
    if (scale != nullptr)
      out += scale_functions(*scale, remote + start + text_->local_definitions() + body_,
                             calls_->needed().contains(Helper::Files));
    out +=
        c_support(calls_->needed(), computation_, program_->comms) + remote + text_->definitions();
    out += "int main(int argc, char **argv) {\n" + start + body_ + "\n" + epilogue() + "}\n";
    return out;
  }

 private:
  void compute(const Statement& statement) {
    if (statement.before_ns.empty() || computation_ == Computation::None) return;
    calls_->need(Helper::Compute);
    line("compute(" + text_->value(statement.before_ns, "nanoseconds") + ");");
    advance(text_->take_counters());
  }

  void choose(const Statement& statement) {
    const std::string which = text_->value(statement.variant, "kinds");
    const std::vector<std::string> counters = text_->take_counters();
    line("switch (" + which + ") {");
    ++depth_;
    for (std::size_t i = 0; i < statement.variants.size(); ++i) {
      line("case " + std::to_string(i) + ":");
      ++depth_;
      lines(calls_->perform(statement.function, statement.variants[i]));
      line("break;");
      --depth_;
    }
    --depth_;
    line("}");
    advance(counters);
  }

  void advance(const std::vector<std::string>& counters) {
    for (const std::string& counter : counters) line("++" + counter + ";");
  }

  void lines(const std::vector<std::string>& all) {
    const std::vector<std::string> counters = text_->take_counters();
    for (const std::string& each : all) line(each);
    advance(counters);
  }

  // Breaks lines that are too long behind a comma or an operator.
  void line(std::string text) {
    std::string indent(2 * (depth_ + 1), ' ');
    const std::string more = text.rfind("// ", 0) == 0 ? "// " : "    ";
    while (indent.size() + text.size() > kLineWidth) {
      std::size_t at = text.rfind(", ", kLineWidth - indent.size() - 1);
      if (at == std::string::npos || at < 8)
        at = text.rfind(' ', kLineWidth - indent.size() - 1);
      else
        ++at;
      if (at == std::string::npos || at < 8) break;
      body_ += indent + text.substr(0, at) + "\n";
      text.erase(0, at + 1);
      if (indent.size() == 2 * (depth_ + 1)) indent += more;
    }
    body_ += indent + text + "\n";
  }

  std::string header() {
    const std::string ranks = std::to_string(program_->ranks);
    const Scale* const scale = program_->scale;
    std::string out =
        "// A benchmark with the communication and the times of a program, made from a trace of "
        "it.\n";
    out += scale != nullptr ? scale_usage(*scale, calls_->needed().contains(Helper::Files))
                            : "// It runs with " + ranks +
                                  " processes:\n//   mpicc -O2 benchmark.c -o benchmark && mpirun "
                                  "-n " +
                                  ranks + " ./benchmark\n";
    for (const std::string& note : program_->notes) out += "// " + note + "\n";
    out +=
        "#define _POSIX_C_SOURCE 200809L\n"
        "#include <mpi.h>\n"
        "#include <stdio.h>\n"
        "#include <stdlib.h>\n"
        "#include <time.h>\n\n";
    if (scale == nullptr) out += "enum { RANKS = " + ranks + " };\n";
    out +=
        "static int rank, size;\n"
        "static char *out, *in;  // what is sent and received\n\n";
    return out;
  }

  std::string prologue() {
    const auto has = [&](Helper helper) { return calls_->needed().contains(helper); };
    std::string out;
    if (uses("&flag")) out += "  int flag = 0;\n";
    if (uses("&index")) out += "  int index = 0;\n";
    if (uses("done = ")) out += "  MPI_Request *done;\n";
    if (!text_->counters().empty()) {
      out += "  // Uses of tables so far.\n";
      for (const std::string& counter : text_->counters())
        out += "  unsigned long " + counter + " = 0;\n";
    }
    const bool are_lengths_known = file_lengths(*program_).are_known;
    if (has(Helper::Files)) {
      const std::string at = std::to_string(
          program_->scale == nullptr ? 1 : program_->scale->formulas().places.dimensions() + 1);
      out += "  if (argc > " + at + ") scratch = argv[" + at + "];\n" +
             (are_lengths_known ? "  make_files();\n" : "");
    }
    out +=
        "  MPI_Init(&argc, &argv);\n"
        "  MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
        "  MPI_Comm_size(MPI_COMM_WORLD, &size);\n";
    if (program_->scale == nullptr)
      out +=
          "  if (size != RANKS) {\n"
          "    if (rank == 0) fprintf(stderr, \"this benchmark needs %d processes\\n\", RANKS);\n"
          "    MPI_Finalize();\n"  // a launcher whose program aborts loses the message
          "    return 1;\n"
          "  }\n"
          "  out = calloc(" +
          std::to_string(program_->send_bytes + 1) + ", 1);\n  in = calloc(" +
          std::to_string(program_->receive_bytes + 1) + ", 1);\n";
    else
      out += scale_prologue(*program_->scale, has(Helper::Communicators)) + buffers();
    if (has(Helper::Files) && !are_lengths_known)
      out += "  if (rank == 0) make_files();\n  MPI_Barrier(MPI_COMM_WORLD);\n";
    out += "  if (out == NULL || in == NULL) MPI_Abort(MPI_COMM_WORLD, 1);\n";
    if (text_->uses_parts())
      out += std::string("  const int part = part_of(rank);\n") +
             (uses("[part]") || uses("part == ") ? "" : "  (void)part;\n");
    if (calls_->is_buffered())
      out += "  MPI_Buffer_attach(calloc(1, " + std::to_string(buffered_bytes()) + "), " +
             std::to_string(buffered_bytes()) + ");\n";
    if (has(Helper::Counts)) {
      for (const char* array : {"counts", "offsets", "other_counts", "other_offsets"})
        out += std::string("  ") + array + " = calloc(RANKS, sizeof(int));\n";
      out += "  (void)other_counts, (void)other_offsets;\n";
    }
    if (has(Helper::Spread))
      out +=
          "  sends = calloc(RANKS + 1, sizeof *sends);\n"
          "  receives = calloc(RANKS + 1, sizeof *receives);\n";
    if (uses("bytes_of_all"))
      out +=
          "  MPI_Datatype bytes_of_all[RANKS];\n"
          "  for (int i = 0; i < RANKS; ++i) bytes_of_all[i] = MPI_BYTE;\n";
    if (has(Helper::Communicators) && program_->scale == nullptr) out += communicators();
    if (!text_->local_definitions().empty())
      out += "\n  // Values by part of the pattern or by pass of a loop.\n" +
             text_->local_definitions();
    return out;
  }

  // Buffers for the largest message at the extents.
  std::string buffers() {
    const Scale& scale = *program_->scale;
    std::int64_t most = 0;
    std::string sizes;
    for (const std::int64_t each : scale.buffers()) {
      if (!Symbols::is_symbol(each))
        most = std::max(most, each);
      else
        sizes += ", " + scale.symbols().text(each);
    }
    if (sizes.empty())
      return "  out = calloc(" + std::to_string(most + 1) + ", 1);\n  in = calloc(" +
             std::to_string(most + 1) + ", 1);\n";
    return "  const long bytes[] = {" + std::to_string(most) + sizes +
           "};\n"
           "  long most = 0;\n"
           "  for (size_t i = 0; i < sizeof bytes / sizeof *bytes; ++i)\n"
           "    if (bytes[i] > most) most = bytes[i];\n"
           "  out = calloc((size_t)most + 1, 1);\n"
           "  in = calloc((size_t)most + 1, 1);\n";
  }

  [[nodiscard]] bool names_communicators() const {
    const std::string text = text_->local_definitions() + body_;
    return text.find("me[") != std::string::npos || text.find("comm[") != std::string::npos;
  }

  std::string communicators() {
    const std::string world = std::to_string(program_->world);
    std::string out =
        "\n  // Communicators. The program makes them here, whenever the traced one did.\n";
    out += "  comm[" + world + "] = MPI_COMM_WORLD, me[" + world + "] = rank, n[" + world +
           "] = size;\n";
    if (program_->self >= 0) {
      const std::string self = std::to_string(program_->self);
      out += "  comm[" + self + "] = MPI_COMM_SELF, n[" + self + "] = 1;\n";
    }
    return out + splits_;
  }

  [[nodiscard]] std::uint64_t buffered_bytes() const {
    constexpr std::uint64_t kMessages = 64, kOverhead = 512, kMost = 1u << 30;
    return std::min(kMost, kMessages * (program_->send_bytes + kOverhead));
  }

  [[nodiscard]] bool uses(const char* word) const { return body_.find(word) != std::string::npos; }

  std::string epilogue() {
    std::string out;
    if (program_->leaves_requests && calls_->needed().contains(Helper::Requests))
      out +=
          "  // The traced program left these open.\n"
          "  while (open_requests > 0) MPI_Request_free(newest(1));\n";
    out += "  MPI_Finalize();\n";
    if (calls_->needed().contains(Helper::Files)) out += "  remove_files();\n";
    return out + "  return 0;\n";
  }

  Computation computation_;
  const Program* program_ = nullptr;
  std::optional<CText> text_;
  std::optional<CCalls> calls_;
  std::string body_, splits_;
  std::size_t depth_ = 0;
};

}  // namespace

std::unique_ptr<Emitter> make_c_emitter(Computation computation) {
  return std::make_unique<CEmitter>(computation);
}

}  // namespace tarry::emit
