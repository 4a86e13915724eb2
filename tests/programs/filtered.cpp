// SPDX-License-Identifier: BSD-3-Clause
// Functions, methods, user regions and a plug-in to be filtered, called a known number of times, by
// one thread or with OpenMP by several. argument: path of the plug-in
#include <dlfcn.h>
#include <tarry/tarry.h>

#include <cstdio>
#include <string>

namespace heat {

template <class T>
[[gnu::noinline]] T hot(T value) {
  asm volatile("");
  return value + 1;
}

struct Grid {
  [[gnu::noinline]] double step(int n) const {
    double sum = 0;
    for (int i = 0; i < n; ++i) sum = hot(sum);
    return sum;
  }
  [[gnu::noinline]] double solve(int n) const {
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += step(10);
    return sum;
  }
};

}  // namespace heat

extern "C" [[gnu::noinline]] int deeper(int n) {
  asm volatile("");
  return n == 0 ? 0 : 1 + deeper(n - 1);
}

[[gnu::noinline]] static void regions() {
  for (int i = 0; i < 5; ++i) {
    TARRY_REGION_BEGIN("small region");
    TARRY_REGION_BEGIN("large region");
    TARRY_REGION_END("large region");
    TARRY_REGION_END("small region");
  }
}

[[gnu::noinline]] static int plugin(const char* path) {
  void* module = dlopen(path, RTLD_NOW);
  if (module == nullptr) return -1;
  using Function = int (*)(int);
  const auto work = reinterpret_cast<Function>(dlsym(module, "plugin_work"));
  return work == nullptr ? -1 : work(7);
}

int main(int argc, char** argv) {
  double sum = 0;
#pragma omp parallel for num_threads(3) reduction(+ : sum) schedule(static, 1)
  for (int thread = 0; thread < 3; ++thread) sum += heat::Grid{}.solve(4);
  regions();
  const int loaded = argc > 1 ? plugin(argv[1]) : 0;
  std::printf("%g %d %d\n", sum, deeper(20), loaded);
  return 0;
}
