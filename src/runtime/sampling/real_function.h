// SPDX-License-Identifier: BSD-3-Clause
// The definition behind one of our wrappers. It is looked up once, before the program begins if
// possible, because the dynamic loader takes locks.
#pragma once

#include <dlfcn.h>

#include <atomic>

namespace tarry::runtime::sampling {

// A pointer of function type `Function`; all zeros until it is looked up. Thread: any.
template <class Function>
class RealFunction {
 public:
  explicit constexpr RealFunction(const char* name) : name_(name) {}

  Function* get() {
    Function* known = function_.load(std::memory_order_acquire);
    if (known != nullptr) return known;
    known = reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name_));
    function_.store(known, std::memory_order_release);
    return known;
  }

  template <class... Arguments>
  auto operator()(Arguments... arguments) {
    return get()(arguments...);
  }

 private:
  const char* name_;
  std::atomic<Function*> function_{nullptr};
};

}  // namespace tarry::runtime::sampling
