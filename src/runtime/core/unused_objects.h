// SPDX-License-Identifier: BSD-3-Clause
// Objects that threads need while they live. Those of ended threads are given to later ones,
// because memory of the runtime is never freed.
#pragma once

#include <new>

#include "runtime/core/arena.h"

namespace tarry::runtime::core {

// T has a member `T* next`. Guarded by Process::lock.
template <class T>
class UnusedObjects {
 public:
  // Returns an object as made by T{}, or nullptr without memory.
  T* take() {
    if (first_ == nullptr) {
      void* const place = allocate_for_good(sizeof(T));
      return place == nullptr ? nullptr : new (place) T{};
    }
    T* const taken = first_;
    first_ = taken->next;
    *taken = {};
    return taken;
  }

  void give_back(T& object) {
    object.next = first_;
    first_ = &object;
  }

 private:
  T* first_ = nullptr;
};

}  // namespace tarry::runtime::core
