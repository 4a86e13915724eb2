// SPDX-License-Identifier: BSD-3-Clause
// The real function behind each of our wrappers. The tables in calls/ say how the wrapper of a
// function is made, one line per function; what the function is, its region and its group, stands
// in model/mpi_functions.def, where a function and its form for large counts (MPI_Send_c) are one:
//   TARRY_UNIFORM(name, result, (parameters), (arguments))   generated: enter, call, leave
//   TARRY_REQUEST(same columns)   generated; the last parameter is a request that leaves no records
//   TARRY_TRANSFER(same columns, [offset])         generated: moves data to or from a file
//   TARRY_START_TRANSFER(same columns, [offset])   generated: with a request as last parameter
//   TARRY_BEGIN_TRANSFER(same columns, [offset])   generated: the call that ends it is
//   TARRY_END_TRANSFER(same columns)
//   TARRY_SET_FILE(same columns, [values])         generated: changes something of a file, see
//                                                  FileChange in files.h
//   TARRY_MANUAL(name)            by hand: it moves messages, completes requests or manages
//                                 communicators
// The library for an MPI exports no function that this MPI lacks: cmake/TarryMpiFunctions.cmake
// finds out what its headers have, so that TARRY_HAS_name is 1 or 0. Rows of functions that are not
// there are left out; wrappers by hand of such functions stand between #if TARRY_HAS_name and
// #endif. tests/mpi_wrappers/functions.py compares what is wrapped with the headers.
#pragma once

#include <tarry_mpi_has.h>

#include <atomic>
#include <cstdint>

#include "model/mpi_function.h"
#include "runtime/core/on_own_account.h"

// Open MPI defines these functions as macros only.
#undef MPI_Aint_add
#undef MPI_Aint_diff
#undef PMPI_Aint_add
#undef PMPI_Aint_diff

namespace tarry::runtime::mpi {

using Call = model::MpiFunction;

// TARRY_IF_HAS(name, ...) stands for the rest if the headers of this MPI have MPI_name.
#define TARRY_IF_1(...) __VA_ARGS__
#define TARRY_IF_0(...)
#define TARRY_IF(has, ...) TARRY_IF_##has(__VA_ARGS__)
#define TARRY_IF_EXPANDED(has, ...) TARRY_IF(has, __VA_ARGS__)
#define TARRY_IF_HAS(name, ...) TARRY_IF_EXPANDED(TARRY_HAS_##name, __VA_ARGS__)

// What a function is: that of its row in model/mpi_functions.def.
namespace call_of {
#define TARRY_MPI_FUNCTION(name, ...)                \
  [[maybe_unused]] constexpr Call name = Call::name; \
  [[maybe_unused]] constexpr Call name##_c = Call::name;
#include "model/mpi_functions.def"
}  // namespace call_of

// Returns the address of the next definition of `name` (MPI_X or PMPI_X) behind ours, or of its
// other name if there is only one; nullptr if there is none. Keeps errno.
void* resolve(const char* name);

// The function behind our wrapper. All MPI calls of the runtime go through such objects: a plain
// MPI_X or PMPI_X would come back to our wrapper.
template <class Pointer, class Result, class... Parameters>
class RealFunction {
 public:
  constexpr explicit RealFunction(const char* name) : name_(name) {}

  [[gnu::always_inline]] Result operator()(Parameters... arguments) {
    Pointer function = function_.load(std::memory_order_relaxed);
    if (function == nullptr) [[unlikely]] {
      function = find();
      if (function == nullptr) return static_cast<Result>(MPI_ERR_INTERN);
    }
    return function(arguments...);
  }

 private:
  [[gnu::cold, gnu::noinline]] Pointer find() {
    const auto function = reinterpret_cast<Pointer>(resolve(name_));
    if (function != nullptr) function_.store(function, std::memory_order_relaxed);
    return function;
  }

  const char* name_;
  std::atomic<Pointer> function_ = nullptr;
};

template <class Function>
class Real;

template <class Result, class... Parameters>
class Real<Result(Parameters...)>
    : public RealFunction<Result (*)(Parameters...), Result, Parameters...> {
  using RealFunction<Result (*)(Parameters...), Result, Parameters...>::RealFunction;
};

// The function MPI_Pcontrol; arguments after its first one are not passed on.
template <class Result, class... Parameters>
class Real<Result(Parameters..., ...)>
    : public RealFunction<Result (*)(Parameters..., ...), Result, Parameters...> {
  using RealFunction<Result (*)(Parameters..., ...), Result, Parameters...>::RealFunction;
};

#define TARRY_REAL(function, name) [[gnu::visibility("hidden")]] extern Real<function> name;

// The functions (real_functions.cpp) that calls by the name MPI_X go on to: the wrapper of another
// tool, if one was loaded behind us or linked with the program, else the MPI library.
namespace behind_mpi {
#define TARRY_MANUAL_ROW(name, ...) TARRY_REAL(decltype(MPI_##name), name)
#define TARRY_UNIFORM_ROW(name, result, parameters, ...) TARRY_REAL(result parameters, name)
#define TARRY_REQUEST_ROW TARRY_UNIFORM_ROW
#define TARRY_TRANSFER_ROW TARRY_UNIFORM_ROW
#define TARRY_START_TRANSFER_ROW TARRY_UNIFORM_ROW
#define TARRY_BEGIN_TRANSFER_ROW TARRY_UNIFORM_ROW
#define TARRY_END_TRANSFER_ROW TARRY_UNIFORM_ROW
#define TARRY_SET_FILE_ROW TARRY_UNIFORM_ROW
#include "runtime/mpi/calls/all.def"
}  // namespace behind_mpi

// The functions that calls by the name PMPI_X go on to: they pass all other tools.
namespace behind_pmpi {
#define TARRY_MANUAL_ROW(name, ...) TARRY_REAL(decltype(MPI_##name), name)
#define TARRY_UNIFORM_ROW(name, result, parameters, ...) TARRY_REAL(result parameters, name)
#define TARRY_REQUEST_ROW TARRY_UNIFORM_ROW
#define TARRY_TRANSFER_ROW TARRY_UNIFORM_ROW
#define TARRY_START_TRANSFER_ROW TARRY_UNIFORM_ROW
#define TARRY_BEGIN_TRANSFER_ROW TARRY_UNIFORM_ROW
#define TARRY_END_TRANSFER_ROW TARRY_UNIFORM_ROW
#define TARRY_SET_FILE_ROW TARRY_UNIFORM_ROW
#include "runtime/mpi/calls/all.def"
}  // namespace behind_pmpi

#undef TARRY_REAL

// The functions for calls of the runtime: they pass all other tools, which must not see them, and
// keep the program's errno.
template <auto& function>
struct Own {
  template <class... Arguments>
  auto operator()(Arguments... arguments) const {
    const core::OnOwnAccount on_own_account;
    return function(arguments...);
  }
};

namespace own {
#define TARRY_MANUAL_ROW(name, ...) inline constexpr Own<behind_pmpi::name> name;
#define TARRY_UNIFORM_ROW TARRY_MANUAL_ROW
#define TARRY_REQUEST_ROW TARRY_MANUAL_ROW
#define TARRY_TRANSFER_ROW TARRY_MANUAL_ROW
#define TARRY_START_TRANSFER_ROW TARRY_MANUAL_ROW
#define TARRY_BEGIN_TRANSFER_ROW TARRY_MANUAL_ROW
#define TARRY_END_TRANSFER_ROW TARRY_MANUAL_ROW
#define TARRY_SET_FILE_ROW TARRY_MANUAL_ROW
#include "runtime/mpi/calls/all.def"
}  // namespace own

}  // namespace tarry::runtime::mpi
