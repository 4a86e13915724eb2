// SPDX-License-Identifier: BSD-3-Clause
// The plug-in of filtered.cpp.
namespace plugin {

template <class T>
[[gnu::noinline]] T tiny(T value) {
  asm volatile("");
  return value + 1;
}

}  // namespace plugin

extern "C" [[gnu::noinline]] int plugin_part(int n) {
  asm volatile("");
  return plugin::tiny(n);
}

extern "C" [[gnu::visibility("default")]] int plugin_work(int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += plugin_part(i);
  return sum;
}
