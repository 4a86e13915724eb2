// SPDX-License-Identifier: BSD-3-Clause
// The calls of a program as statements of C.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compressed/emit/c_support.h"
#include "compressed/emit/c_text.h"
#include "compressed/emit/program.h"

namespace tarry::emit {

// Thread: one. The program and the text must outlive it.
class CCalls {
 public:
  CCalls(const Program& program, CText& text);

  // Returns the lines that perform a variant of a call. They may hold blocks, indented by
  // themselves.
  std::vector<std::string> perform(const std::string& function, const Variant& variant);
  std::vector<std::string> complete(const std::string& function, const Completion& completion);

  void need(Helper helper) { needed_.insert(helper); }
  [[nodiscard]] const std::set<Helper>& needed() const { return needed_; }
  [[nodiscard]] bool is_buffered() const { return buffered_; }

 private:
  using Lines = std::vector<std::string>;
  struct Message {
    std::string count = "0", type = "MPI_BYTE", peer = "MPI_PROC_NULL", tag = "0",
                comm = "MPI_COMM_WORLD";
    [[nodiscard]] std::string all() const {
      return count + ", " + type + ", " + peer + ", " + tag + ", " + comm;
    }
  };
  Message message(const Operation& operation);
  std::string comm(const Operation& operation);
  std::string comm_value(const Operation& operation, const char* of_world, const char* array);
  std::string peer(const Operation& operation);
  std::string scaled(const Value& value, std::int64_t by, const std::string& what,
                     const CText::Names& names);
  Lines idle(const std::string& function);
  Lines point_to_point(const std::string& function, const Operation& operation);
  Lines both_ways(const std::string& function, const Variant& variant);
  Lines start_prepared(const std::string& function, const Variant& variant);
  Lines test(const std::string& function, bool is_none, const std::string& count,
             const std::string& list);
  Lines cancel(const Operation& operation);
  // Collective operations (c_collectives.cpp).
  Lines collective(const Operation& operation);
  Lines with_counts(const Operation& operation);
  Lines all_to_all(const Operation& operation, const std::string& end);
  std::string fill_counts(const Operation& operation, const char* array, const Value& bytes,
                          std::int64_t by);
  std::string root_place(const Operation& operation, const char* buffer);
  // Of windows and files (c_remote.cpp).
  Lines remote(const std::string& function, const Variant& variant);
  Lines complete_accesses(const std::string& function, const Variant& variant);
  Lines make_window(const std::string& function, const Operation& operation);
  Lines synchronize(const std::string& function, const Variant& variant);
  Lines access(const std::string& function, const Operation& operation);
  Lines on_file(const std::string& function, const Operation& operation);
  Lines set_file(const std::string& function, std::string_view name, const std::string& file,
                 const Operation& operation);
  std::string target(const Operation& operation);

  const Program& program_;
  CText& text_;
  std::set<Helper> needed_;
  bool buffered_ = false;
  bool sends_to_nobody_ = false;  // some non-blocking messages have no partner
};

}  // namespace tarry::emit
