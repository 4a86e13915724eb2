// SPDX-License-Identifier: BSD-3-Clause
// Errors that can happen (a file, MPI, an option) are values: a function that can fail returns
// Result<T>. An Error says what failed, where, and what to do; the command line prints it as one
// line and chooses the exit status. Libraries never print and never exit. No exceptions cross
// modules.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace tarry::base {

enum class ErrorCode {
  NotFound,     // a file, program or definition is missing
  Exists,       // something is there that must not be
  Io,           // the operating system refused: permission, disk full, broken pipe
  BadInput,     // the content of a file or a value is not what it must be
  Unsupported,  // understood, but not something this tool can do
  Usage,        // the command line is wrong (exit status 2)
  Nothing,      // a recording has nothing in it (exit status 3)
  Failed,       // anything else (exit status 1)
};

struct Error {
  ErrorCode code = ErrorCode::Failed;
  std::string what;   // what failed, lower case, no full stop
  std::string where;  // file, option or object; may be empty
  std::string hint;   // what to try; may be empty

  // "what: where (hint)" on one line.
  [[nodiscard]] std::string message() const;
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // Valid only when ok().
  T& value() & { return *std::get_if<0>(&state_); }
  const T& value() const& { return *std::get_if<0>(&state_); }
  T&& value() && { return std::move(*std::get_if<0>(&state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  // Valid only when !ok().
  const Error& error() const& { return *std::get_if<1>(&state_); }
  Error&& error() && { return std::move(*std::get_if<1>(&state_)); }

 private:
  std::variant<T, Error> state_;
};

// Success without a value: `return kOk;`.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  const Error& error() const& { return *error_; }
  Error&& error() && { return std::move(*error_); }

 private:
  std::optional<Error> error_;
};

using Status = Result<void>;
inline const Status kOk{};

}  // namespace tarry::base

// TRY(expression): on error, return that error from the enclosing function.
#define TRY(...)                                                       \
  do {                                                                 \
    if (auto tarry_try_result = (__VA_ARGS__); !tarry_try_result.ok()) \
      return std::move(tarry_try_result).error();                      \
  } while (false)

#define TARRY_CONCAT_INNER(a, b) a##b
#define TARRY_CONCAT(a, b) TARRY_CONCAT_INNER(a, b)

// TRY_ASSIGN(auto x, expression): x is the value, or the enclosing function returns the error.
#define TRY_ASSIGN(declaration, ...) \
  TRY_ASSIGN_INNER(TARRY_CONCAT(tarry_try_, __LINE__), declaration, __VA_ARGS__)
#define TRY_ASSIGN_INNER(temporary, declaration, ...)       \
  auto temporary = (__VA_ARGS__);                           \
  if (!temporary.ok()) return std::move(temporary).error(); \
  declaration = std::move(temporary).value()
