// SPDX-License-Identifier: BSD-3-Clause
// Built by each compiler, with and without optimization: frames with and without frame pointer,
// aligned ones, ones of variable size, large ones; procedure linkage tables, the dynamic loader,
// the C library with callbacks, exceptions, handlers on both stacks, the kernel's own code (vDSO).
#include "workload.h"

#include <alloca.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#define NOINLINE [[gnu::noinline]]

namespace {

volatile double sink;

NOINLINE void burn(unsigned thousands) {
  for (unsigned i = 0; i < thousands * 1000; ++i) sink = sink + i;
}

NOINLINE unsigned recurse(unsigned depth, unsigned rest) {
  if (depth == 0) {
    burn(rest);
    return 1;
  }
  return recurse(depth - 1, rest) + 1;
}

struct Shape {
  virtual ~Shape() = default;
  virtual double area(double x) const = 0;
};
struct Round final : Shape {
  NOINLINE double area(double x) const override { return std::sin(x) + std::exp(-x); }
};
struct Square final : Shape {
  NOINLINE double area(double x) const override { return x * x; }
};

NOINLINE double dispatch(const Shape& shape, double x) { return shape.area(x) + 1; }

int compare(const void* a, const void* b) {
  const double left = *static_cast<const double*>(a), right = *static_cast<const double*>(b);
  sink = left < right ? dispatch(Round(), left) : dispatch(Square(), left);
  return left < right ? -1 : left > right;
}

NOINLINE void sort_in_library(unsigned count) {
  std::vector<double> values(count);
  for (unsigned i = 0; i < count; ++i) values[i] = i * 7919 % 1009;
  std::qsort(values.data(), values.size(), sizeof values[0], compare);
  std::sort(values.begin(), values.end(), std::greater<>());
}

NOINLINE void throw_deep(unsigned depth) {
  const std::string held(depth + 20, 'x');  // destroyed on the way
  if (depth == 0) throw std::runtime_error(held);
  throw_deep(depth - 1);
  sink = sink + static_cast<double>(held.size());
}

NOINLINE void exceptions(unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    try {
      throw_deep(i % 20);
    } catch (const std::exception& error) {
      sink = sink + static_cast<double>(std::strlen(error.what()));
    }
  }
}

NOINLINE void frame_of_variable_size(unsigned size) {
  auto* memory = static_cast<volatile char*>(alloca(size));
  for (unsigned i = 0; i < size; ++i) memory[i] = static_cast<char>(i);
  burn(20);
}

NOINLINE void large_aligned_frame() {
  alignas(128) volatile char memory[70000];
  for (unsigned i = 0; i < sizeof memory; ++i) memory[i] = static_cast<char>(i);
  burn(20);
}

NOINLINE void formatting(unsigned count) {
  char text[200];
  for (unsigned i = 0; i < count; ++i)
    sink = sink + std::snprintf(text, sizeof text, "%d %s %.17g", i, "some text", i * 1.1);
}

NOINLINE void allocations(unsigned count) {
  std::vector<std::string> kept;
  for (unsigned i = 0; i < count; ++i) {
    kept.push_back(std::string(i % 300, 'a'));
    if (i % 5 == 0) kept.erase(kept.begin());
    if (kept.size() > 100) kept.clear();
  }
}

NOINLINE void clocks(unsigned count) {
  timespec time{};
  for (unsigned i = 0; i < count; ++i) clock_gettime(CLOCK_MONOTONIC, &time);
}

NOINLINE void on_signal(int) { burn(300); }

NOINLINE void handlers() {
  static char other_stack[64 << 10];
  const stack_t stack{other_stack, 0, sizeof other_stack};
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_handler = on_signal;
  for (const int flags : {0, SA_ONSTACK}) {
    action.sa_flags = flags;
    sigaction(SIGUSR1, &action, nullptr);
    raise(SIGUSR1);
  }
}

NOINLINE void short_calls(unsigned count) {
  for (unsigned i = 0; i < count; ++i) sink = sink + std::abs(static_cast<double>(getppid()));
}

}  // namespace

void work(unsigned round) {
  const unsigned long_one = round % 10;
  const auto amount = [&](unsigned which, unsigned some) {
    return which == long_one ? 10 * some : some;
  };
  recurse(60, amount(0, 50));
  sort_in_library(amount(1, 300));
  exceptions(amount(2, 50));
  for (unsigned i = 0; i < amount(3, 10); ++i) frame_of_variable_size(100 + i * 10);
  for (unsigned i = 0; i < amount(4, 2); ++i) large_aligned_frame();
  formatting(amount(5, 300));
  allocations(amount(6, 1000));
  clocks(amount(7, 2000));
  handlers();
  short_calls(amount(9, 300));
}
