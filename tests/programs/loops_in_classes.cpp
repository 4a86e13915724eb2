// SPDX-License-Identifier: BSD-3-Clause
// Loops in functions of templates, classes and lambdas, to be found in machine code; never run.
#include <vector>

int next(int value);

namespace {

template <class Number>
struct Sum {
  Number value = 0;

  Number add(const std::vector<Number>& numbers) {
    for (const Number& one : numbers) value += one * next(static_cast<int>(one));
    return value;
  }
};

template <class Do>
void each(std::vector<int>& numbers, Do act) {
  for (int& one : numbers) act(one);
}

}  // namespace

double sum_of(const std::vector<double>& numbers) { return Sum<double>().add(numbers); }

void lambdas(std::vector<int>& numbers) {
  each(numbers, [](int& one) {
    while (one > 3) one = next(one);
  });
}
