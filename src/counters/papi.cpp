// SPDX-License-Identifier: BSD-3-Clause
#include "counters/papi.h"

#ifdef TARRY_PAPI

#include <dlfcn.h>
#include <papi.h>
#include <unistd.h>

#include <memory>
#include <new>

#include "counters/descriptors.h"
#include "counters/selection.h"

namespace tarry::counters {
namespace {

unsigned long own_id() { return static_cast<unsigned long>(gettid()); }

template <class Function>
bool find(void* library, const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(dlsym(library, name));
  return function != nullptr;
}

// A text that ends with a zero.
class Name {
 public:
  explicit Name(std::string_view text) {
    if (text.size() < sizeof text_) text_[text.copy(text_, sizeof text_ - 1)] = '\0';
  }
  [[nodiscard]] const char* text() const { return text_; }

 private:
  char text_[Selection::kLongestName + 1] = {};
};

}  // namespace

bool Papi::find_calls(void* library) {
  Calls c;
  if (!find(library, "PAPI_library_init", c.library_init) ||
      !find(library, "PAPI_thread_init", c.thread_init) ||
      !find(library, "PAPI_create_eventset", c.create_eventset) ||
      !find(library, "PAPI_add_named_event", c.add_named_event) ||
      !find(library, "PAPI_start", c.start) || !find(library, "PAPI_stop", c.stop) ||
      !find(library, "PAPI_cleanup_eventset", c.cleanup_eventset) ||
      !find(library, "PAPI_destroy_eventset", c.destroy_eventset) ||
      !find(library, "PAPI_strerror", c.strerror) ||
      !find(library, "PAPI_event_name_to_code", c.event_name_to_code) ||
      !find(library, "PAPI_get_event_info", c.get_event_info) ||
      !find(library, "PAPI_num_components", c.num_components) ||
      !find(library, "PAPI_enum_event", c.enum_event) ||
      !find(library, "PAPI_enum_cmp_event", c.enum_cmp_event) ||
      !find(library, "PAPI_read", c.read))
    return false;
  calls_ = c;
  return true;
}

const char* Papi::load() {
  if (is_loaded() || failure_ != nullptr) return failure_;
  void* const library = dlopen(TARRY_PAPI, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr || !find_calls(library)) {
    failure_ = "the library of PAPI (" TARRY_PAPI ") is not there";
  } else if (calls_.library_init(PAPI_VER_CURRENT) != PAPI_VER_CURRENT ||
             calls_.thread_init(own_id) != PAPI_OK) {
    failure_ = "PAPI does not start on this machine";
    calls_ = {};
  }
  return failure_;
}

int Papi::begin_set(const std::string_view* names, std::size_t count, std::size_t& rejected,
                    const char*& reason) const {
  const HighDescriptors high;
  rejected = count;
  int set = PAPI_NULL;
  int status = calls_.create_eventset(&set);
  for (std::size_t i = 0; i < count && status == PAPI_OK; ++i) {
    status = calls_.add_named_event(set, Name(names[i]).text());
    if (status != PAPI_OK) rejected = i;
  }
  if (status == PAPI_OK) status = calls_.start(set);
  if (status == PAPI_OK) return set;
  reason = calls_.strerror(status);
  if (set != PAPI_NULL) {
    calls_.cleanup_eventset(set);
    calls_.destroy_eventset(&set);
  }
  return kNoSet;
}

void Papi::end_set(int set) const {
  long long last[Selection::kMostCounters];
  calls_.stop(set, last);
  calls_.cleanup_eventset(set);
  calls_.destroy_eventset(&set);
}

bool Papi::read(int set, std::uint64_t* values) const {
  static_assert(sizeof(long long) == sizeof(std::uint64_t));
  return calls_.read(set, reinterpret_cast<long long*>(values)) == PAPI_OK;
}

bool Papi::describe_code(int code, bool only_if_there, const Visit& visit) const {
  const std::unique_ptr<PAPI_event_info_t> info(new (std::nothrow) PAPI_event_info_t{});
  if (info == nullptr || calls_.get_event_info(code, info.get()) != PAPI_OK) return false;
  if (only_if_there && info->count == 0) return false;
  const bool has_long = info->long_descr[0] != '\0';
  visit({info->symbol, info->units, has_long ? info->long_descr : info->short_descr});
  return true;
}

bool Papi::describe(std::string_view name, const Visit& visit) const {
  int code = 0;
  return calls_.event_name_to_code(Name(name).text(), &code) == PAPI_OK &&
         describe_code(code, false, visit);
}

void Papi::for_each(const Visit& visit) const {
  int code = static_cast<int>(PAPI_PRESET_MASK);
  for (int found = calls_.enum_event(&code, PAPI_ENUM_FIRST); found == PAPI_OK;
       found = calls_.enum_event(&code, PAPI_PRESET_ENUM_AVAIL))
    describe_code(code, true, visit);
  for (int component = 0; component < calls_.num_components(); ++component) {
    code = static_cast<int>(PAPI_NATIVE_MASK);
    for (int found = calls_.enum_cmp_event(&code, PAPI_ENUM_FIRST, component); found == PAPI_OK;
         found = calls_.enum_cmp_event(&code, PAPI_ENUM_EVENTS, component))
      describe_code(code, false, visit);
  }
}

}  // namespace tarry::counters

#else

namespace tarry::counters {

const char* Papi::load() { return "this tarry was built without PAPI"; }

int Papi::begin_set(const std::string_view*, std::size_t count, std::size_t& rejected,
                    const char*& reason) const {
  rejected = count;
  reason = "this tarry was built without PAPI";
  return kNoSet;
}
void Papi::end_set(int) const {}
bool Papi::read(int, std::uint64_t*) const { return false; }
bool Papi::describe(std::string_view, const Visit&) const { return false; }
void Papi::for_each(const Visit&) const {}

}  // namespace tarry::counters

#endif
