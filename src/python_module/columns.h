// SPDX-License-Identifier: BSD-3-Clause
// Columns of numbers that become arrays of numpy. The memory of a column goes over to its array, so
// nothing is copied, and no event becomes an object of Python.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace tarry::python_module {

namespace py = pybind11;

template <class T, class Stored>
py::array_t<T> array_of(std::vector<Stored> values) {
  static_assert(sizeof(T) == sizeof(Stored));
  auto owned = std::make_unique<std::vector<Stored>>(std::move(values));
  const auto* const data = reinterpret_cast<const T*>(owned->data());
  const std::size_t size = owned->size();
  const py::capsule owner(owned.get(),
                          [](void* vector) { delete static_cast<std::vector<Stored>*>(vector); });
  owned.release();
  return py::array_t<T>(static_cast<py::ssize_t>(size), data, owner);
}

// A column of values that are taken from rows, many rows at a time.
template <class Row>
class Column {
 public:
  virtual ~Column() = default;
  virtual void reserve(std::size_t rows) = 0;
  virtual void add(const Row* rows, std::size_t count) = 0;
  virtual py::object array() = 0;
};

template <class Row, class T, class Get>
class ColumnOf final : public Column<Row> {
 public:
  explicit ColumnOf(Get get) : get_(get) {}
  void reserve(std::size_t rows) override { values_.reserve(rows); }
  void add(const Row* rows, std::size_t count) override {
    const std::size_t before = values_.size();
    if (values_.capacity() < before + count) values_.reserve(2 * (before + count));
    values_.resize(before + count);
    Stored* const to = values_.data() + before;
    for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<Stored>(get_(rows[i]));
  }
  py::object array() override { return array_of<T>(std::move(values_)); }

 private:
  using Stored = std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>;

  Get get_;
  std::vector<Stored> values_;
};

// The columns that a row has, by name.
template <class Row>
struct Choice {
  std::string name;
  std::function<std::unique_ptr<Column<Row>>()> make;
};

template <class Row, class T, class Get>
Choice<Row> choice(std::string name, Get get) {
  return {std::move(name), [get] { return std::make_unique<ColumnOf<Row, T, Get>>(get); }};
}

// Some of the columns, in the order in which they were asked for.
template <class Row>
class Columns {
 public:
  // No names: all columns.
  Columns(const std::vector<Choice<Row>>& choices, const std::vector<std::string>& names) {
    for (const Choice<Row>& each : choices)
      if (names.empty()) chosen_.emplace_back(each.name, each.make());
    for (const std::string& name : names) {
      std::string known;
      for (const Choice<Row>& each : choices) {
        if (each.name == name) chosen_.emplace_back(name, each.make());
        known += (known.empty() ? "" : ", ") + each.name;
      }
      if (chosen_.empty() || chosen_.back().first != name)
        throw py::value_error("there is no column '" + name + "'; there are " + known);
    }
  }

  // Says that there will be about so many rows.
  void reserve(std::size_t rows) {
    for (auto& [name, column] : chosen_) column->reserve(rows);
  }
  void add(const Row* rows, std::size_t count) {
    for (auto& [name, column] : chosen_) column->add(rows, count);
  }
  py::dict arrays() {
    py::dict all;
    for (auto& [name, column] : chosen_) all[py::str(name)] = column->array();
    return all;
  }

 private:
  std::vector<std::pair<std::string, std::unique_ptr<Column<Row>>>> chosen_;
};

}  // namespace tarry::python_module
