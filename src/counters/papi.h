// SPDX-License-Identifier: BSD-3-Clause
// Counters of PAPI, whose library is loaded when one of them is asked for. In a build without its
// header there are none, and the reason says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

namespace tarry::counters {

struct PapiCounter {
  const char* name = "";
  const char* unit = "";  // empty: PAPI tells none
  const char* description = "";
};

class Papi {
 public:
  using Visit = std::function<void(const PapiCounter&)>;
  static constexpr int kNoSet = -1;

  // Loads the library and starts it, once. Returns nullptr, or a text that says why there are no
  // counters of PAPI; the text stays valid. Uses the heap. Thread: caller-locks. Signal: no.
  const char* load();
  [[nodiscard]] bool is_loaded() const { return calls_.read != nullptr; }

  // Begins a set that counts for the calling thread from now on. If the result is kNoSet,
  // `rejected` is the position of the name that could not be taken, or `count`, and `reason` says
  // why. Uses the heap. Thread: any. Signal: no.
  int begin_set(const std::string_view* names, std::size_t count, std::size_t& rejected,
                const char*& reason) const;
  void end_set(int set) const;

  // Reads as many values as the set has names. Thread: the one that began it. Signal: safe while
  // the thread is not in another function of this class.
  bool read(int set, std::uint64_t* values) const;

  // Visits PAPI's description of a name; returns false if PAPI does not know it. Thread:
  // caller-locks. Signal: no.
  bool describe(std::string_view name, const Visit& visit) const;

  // Visits presets that this machine has, then native counters. Thread: caller-locks. Signal: no.
  void for_each(const Visit& visit) const;

 private:
  // Functions of the library.
  struct Calls {
    int (*library_init)(int version) = nullptr;
    int (*thread_init)(unsigned long (*own_id)()) = nullptr;
    int (*create_eventset)(int* set) = nullptr;
    int (*add_named_event)(int set, const char* name) = nullptr;
    int (*start)(int set) = nullptr;
    int (*stop)(int set, long long* values) = nullptr;
    int (*cleanup_eventset)(int set) = nullptr;
    int (*destroy_eventset)(int* set) = nullptr;
    char* (*strerror)(int error) = nullptr;
    int (*event_name_to_code)(const char* name, int* code) = nullptr;
    int (*get_event_info)(int code, void* info) = nullptr;
    int (*num_components)() = nullptr;
    int (*enum_event)(int* code, int step) = nullptr;
    int (*enum_cmp_event)(int* code, int step, int component) = nullptr;
    int (*read)(int set, long long* values) = nullptr;
  };

  bool find_calls(void* library);
  bool describe_code(int code, bool only_if_there, const Visit& visit) const;

  Calls calls_;
  const char* failure_ = nullptr;
};

}  // namespace tarry::counters
