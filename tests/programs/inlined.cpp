// SPDX-License-Identifier: BSD-3-Clause
// Functions that a compiler inlines, at -O1 and above, in functions that it does not inline:
// accessors, a loop, one that throws, one that calls itself, a destructor. Prints what it computed.
#include <cstdio>
#include <stdexcept>
#include <vector>

#define NEVER_INLINED __attribute__((noinline))

namespace {

class Field {
 public:
  explicit Field(int cells) : cells_(static_cast<std::size_t>(cells)) {}
  double& at(int cell) { return cells_[static_cast<std::size_t>(cell)]; }
  int size() const { return static_cast<int>(cells_.size()); }

 private:
  std::vector<double> cells_;
};

inline double relax(Field& field) {
  double sum = 0;
  for (int cell = 0; cell < field.size(); ++cell) sum += field.at(cell) += 1;
  return sum;
}

void check_step(int step) {
  if (step == 7) throw std::runtime_error("step 7");
}

NEVER_INLINED double advance(Field& field, int step) {
  check_step(step);
  return relax(field);
}

NEVER_INLINED double try_to_advance(Field& field, int step) {
  try {
    return advance(field, step);
  } catch (const std::runtime_error&) {
    return 0;
  }
}

NEVER_INLINED int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

// Its deleting destructor calls the other one, or contains it inlined.
class Output {
 public:
  virtual ~Output();
};

NEVER_INLINED Output* open_output() { return new Output; }

}  // namespace

Output::~Output() { std::fflush(stdout); }

int main() {
  Field field(500);
  double sum = 0;
  for (int step = 0; step < 20; ++step) sum += try_to_advance(field, step);
  std::printf("%g %d\n", sum, fibonacci(10));
  delete open_output();
  return 0;
}
