// SPDX-License-Identifier: BSD-3-Clause
// The calls of a program on windows and files as statements of C: the program's functions, on
// memory and scratch files of the benchmark. Accesses move bytes where the recorded type is no
// basic one.
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "compressed/emit/c_calls.h"
#include "compressed/emit/symbols.h"

namespace tarry::emit {
namespace {

using compressed::ActionKind;

struct Flag {
  std::int64_t bit;
  const char* name;
};

constexpr std::array kAssertions = {
#define TARRY_ASSERTION(name, constant, bit) Flag{bit, "MPI_MODE_" #constant},
#include "compressed/model/mpi_constants.def"
};
constexpr std::array kFileModes = {
#define TARRY_FILE_MODE(name, constant, bit) Flag{bit, "MPI_MODE_" #constant},
#include "compressed/model/mpi_constants.def"
};

template <std::size_t n>
std::string flags_text(std::int64_t mode, const std::array<Flag, n>& flags, std::string text) {
  for (const Flag& flag : flags)
    if ((mode & flag.bit) != 0) text += (text.empty() ? "" : " | ") + std::string(flag.name);
  return text.empty() ? "0" : text;
}

std::string file_mode(std::int64_t mode) {
  const bool reads = (mode & compressed::kFileRead) != 0;
  const bool writes = (mode & compressed::kFileWrite) != 0;
  return flags_text(mode, kFileModes,
                    reads && writes ? "MPI_MODE_RDWR"
                    : reads         ? "MPI_MODE_RDONLY"
                                    : "MPI_MODE_WRONLY");
}

// Returns the one mode of all ranks and passes, or the first one.
std::int64_t mode_of(const Operation& operation) {
  return operation.mode.empty() ? 0 : operation.mode.choices[0].formula.values[0];
}

bool all_zero(const Value& value) {
  return std::all_of(value.choices.begin(), value.choices.end(), [](const Choice& choice) {
    return std::all_of(choice.formula.values.begin(), choice.formula.values.end(),
                       [](std::int64_t each) { return each == 0; });
  });
}

bool has_negative(const Value& value) {
  return std::any_of(value.choices.begin(), value.choices.end(), [](const Choice& choice) {
    return std::any_of(choice.formula.values.begin(), choice.formula.values.end(),
                       [](std::int64_t each) { return each < 0 && !Symbols::is_symbol(each); });
  });
}

struct Elements {
  std::string type = "MPI_BYTE";
  std::int64_t size = 1;
};

bool moves_one(std::string_view function) {
  return function == "MPI_Fetch_and_op" || function == "MPI_Compare_and_swap";
}

Elements elements_of(std::string_view function, const Operation& operation, const Value& moved) {
  if (!operation.datatype.empty()) return {operation.datatype, operation.datatype_size};
  if (!moves_one(function) || !moved.is_constant()) return {};
  switch (moved.constant()) {
    case 2:
      return {"MPI_INT16_T", 2};
    case 4:
      return {"MPI_INT32_T", 4};
    case 8:
      return {"MPI_INT64_T", 8};
    default:
      return {};
  }
}

// Bytes have operations on bits only.
std::string operation_text(std::int64_t reduction, bool is_bytes) {
  constexpr const char* kNames[] = {
#define TARRY_REDUCTION(constant, word) "MPI_" #constant,
#include "compressed/model/mpi_constants.def"
  };
  constexpr std::string_view kOfBytes[] = {"MPI_BAND", "MPI_BOR", "MPI_BXOR", "MPI_REPLACE",
                                           "MPI_NO_OP"};
  if (reduction < 0 || reduction >= std::ssize(kNames)) return "MPI_REPLACE";
  const std::string name = kNames[reduction];
  if (!is_bytes || std::find(std::begin(kOfBytes), std::end(kOfBytes), name) != std::end(kOfBytes))
    return name;
  return name == "MPI_MAXLOC" || name == "MPI_MINLOC" ? "MPI_REPLACE" : "MPI_BOR";
}

}  // namespace

CCalls::Lines CCalls::remote(const std::string& function, const Variant& variant) {
  const Operation& first = variant.operations.front();
  if (std::any_of(variant.operations.begin(), variant.operations.end(),
                  [](const Operation& each) { return each.kind == ActionKind::AccessDone; }))
    return complete_accesses(function, variant);
  if (compressed::is_on_file(first.kind)) return on_file(function, first);
  need(Helper::Windows);
  switch (first.kind) {
    case ActionKind::MakeWindow:
      return make_window(function, first);
    case ActionKind::FreeWindow:
      return {"free_window(" + text_.value(first.place, "window_places") + ");"};
    case ActionKind::Synchronize:
      return synchronize(function, variant);
    default:
      return access(function, first);
  }
}

// Requests of messages and of accesses, taken from the two lists in their order.
CCalls::Lines CCalls::complete_accesses(const std::string& function, const Variant& variant) {
  need(Helper::Taken);
  need(Helper::Accesses);
  Lines out;
  for (const Operation& each : variant.operations)
    out.push_back((each.kind == ActionKind::AccessDone ? "take_access(" : "take(") +
                  text_.value(each.request, "places") + ");");
  const std::string count = std::to_string(variant.operations.size());
  if (function == "MPI_Wait") {
    out.emplace_back("MPI_Wait(taken(), MPI_STATUS_IGNORE);");
  } else if (function == "MPI_Waitany") {
    out.push_back("MPI_Waitany(" + count + ", taken(), &flag, MPI_STATUS_IGNORE);");
  } else if (function == "MPI_Test") {
    out.emplace_back("MPI_Test(taken(), &flag, MPI_STATUS_IGNORE);");
    out.emplace_back("if (!flag) MPI_Wait(taken(), MPI_STATUS_IGNORE);");
  } else {
    out.push_back("MPI_Waitall(" + count + ", taken(), ending_statuses);");
  }
  return out;
}

CCalls::Lines CCalls::make_window(const std::string& function, const Operation& operation) {
  const std::string size = text_.value(operation.size, "window_sizes");
  const bool brings_memory = function == "MPI_Win_create";
  const std::string memory = brings_memory ? "newest_window()->memory" : "&newest_window()->given";
  const std::string in_front = brings_memory ? memory + ", " : "";
  const std::string behind = brings_memory ? "" : ", " + memory;
  return {"new_window(" + (brings_memory ? size : "0") + ");",
          function + "(" + in_front + size + ", " + text_.value(operation.unit, "units") +
              ", MPI_INFO_NULL, " + comm(operation) + behind + ", &newest_window()->handle);"};
}

std::string CCalls::target(const Operation& operation) {
  const Value& value = operation.peer.value;
  if (operation.peer.form != PeerForm::Absolute || !has_negative(value)) return peer(operation);
  if (value.is_constant()) return "MPI_PROC_NULL";
  need(Helper::Target);
  return "target(" + text_.value(value, "targets") + ")";
}

CCalls::Lines CCalls::synchronize(const std::string& function, const Variant& variant) {
  const Operation& first = variant.operations.front();
  const std::string window = "window(" + text_.value(first.place, "window_places") + ")";
  const std::string_view name = std::string_view(function).substr(sizeof("MPI_Win_") - 1);
  std::string mode = flags_text(mode_of(first), kAssertions, "");
  if (!first.mode.is_constant()) {
    need(Helper::Assertions);
    mode = "assertions(" + text_.value(first.mode, "modes") + ")";
  }
  if (name == "fence" || name == "lock_all") return {function + "(" + mode + ", " + window + ");"};
  if (name == "start" || name == "post") {
    need(Helper::Groups);
    std::string members;
    for (const Operation& each : variant.operations)
      members += (members.empty() ? "" : ", ") + target(each);
    return {"choose(" + window + ", " + std::to_string(variant.operations.size()) +
                ", (const int[]){" + members + "});",
            function + "(chosen, " + mode + ", " + window + ");", "free_chosen();"};
  }
  if (name == "lock") {
    std::string type = (mode_of(first) & compressed::kModeExclusive) != 0 ? "MPI_LOCK_EXCLUSIVE"
                                                                          : "MPI_LOCK_SHARED";
    if (!first.mode.is_constant())
      type = "(" + text_.value(first.mode, "modes") + " & " +
             std::to_string(compressed::kModeExclusive) +
             " ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED)";
    return {"MPI_Win_lock(" + type + ", " + target(first) + ", " + mode + ", " + window + ");"};
  }
  if (name == "unlock" || name == "flush" || name == "flush_local")
    return {function + "(" + target(first) + ", " + window + ");"};
  if (name == "test")
    return {"MPI_Win_test(" + window + ", &flag);", "if (!flag) MPI_Win_wait(" + window + ");"};
  return {function + "(" + window + ");"};
}

CCalls::Lines CCalls::access(const std::string& function, const Operation& operation) {
  const bool sends = !all_zero(operation.bytes);
  const Value& moved = sends ? operation.bytes : operation.received;
  const Elements elements = elements_of(function, operation, moved);
  const std::string count = scaled(moved, elements.size, "counts_of", {});
  const std::string what = count + ", " + elements.type;
  const std::string place = target(operation) + ", " + text_.value(operation.at, "displacements");
  const std::string op = ", " + operation_text(operation.reduction, elements.type == "MPI_BYTE");
  const std::string window = ", window(" + text_.value(operation.place, "window_places") + ")";
  const bool has_request = function.rfind("MPI_R", 0) == 0;
  std::string name = function.substr(sizeof("MPI_") - 1);
  if (has_request) name.erase(0, 1);
  std::transform(name.begin(), name.begin() + 1, name.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  std::string text = function + "(";
  if (name == "Put" || name == "Get") {
    text += (name == "Put" ? "out, " : "in, ") + what + ", " + place + ", " + what + window;
  } else if (name == "Accumulate") {
    text += "out, " + what + ", " + place + ", " + what + op + window;
  } else if (name == "Get_accumulate") {
    text += "out, " + (sends ? what : "0, " + elements.type) + ", in, " + what + ", " + place +
            ", " + what + op + window;
  } else if (name == "Fetch_and_op") {
    text += "out, in, " + elements.type + ", " + place + op + window;
  } else {
    text += "out, out, in, " + elements.type + ", " + place + window;
  }
  if (!has_request) return {text + ");"};
  need(Helper::Accesses);
  Lines out{text + ", opened_access());"};
  // The program's wait for an access to nobody has no action.
  if (operation.kind == ActionKind::Access) {
    need(Helper::Taken);
    out.emplace_back("take_access(0);");
    out.emplace_back("MPI_Wait(taken(), MPI_STATUS_IGNORE);");
  }
  return out;
}

CCalls::Lines CCalls::on_file(const std::string& function, const Operation& operation) {
  need(Helper::Files);
  const std::string path = "path(" + text_.value(operation.file, "file_numbers") + ")";
  if (operation.kind == ActionKind::DeleteFile)
    return {"MPI_File_delete(" + path + ", MPI_INFO_NULL);"};
  if (operation.kind == ActionKind::OpenFile) {
    const std::int64_t mode = mode_of(operation);
    if ((mode & compressed::kFileFailed) != 0)
      return {"MPI_File_open(" + comm(operation) +
                  ", path(-1), MPI_MODE_RDONLY, MPI_INFO_NULL, new_file());",
              "--open_files;"};
    return {"check(MPI_File_open(" + comm(operation) + ", " + path + ", " + file_mode(mode) +
            ", MPI_INFO_NULL, new_file()));"};
  }
  const std::string place = text_.value(operation.place, "file_places");
  if (operation.kind == ActionKind::CloseFile) return {"close_file(" + place + ");"};
  const std::string file = "file(" + place + ")";
  const std::string_view name = std::string_view(function).substr(sizeof("MPI_File_") - 1);
  if (operation.kind == ActionKind::SetFile) return set_file(function, name, file, operation);
  const bool reads = name.find("read") != std::string_view::npos;
  const Value& moved = reads ? operation.received : operation.bytes;
  std::string text = function + "(" + file + ", ";
  if (name.find("_at") != std::string_view::npos)
    text += text_.value(operation.at, "offsets_of") + ", ";
  text += std::string(reads ? "in, " : "out, ") + text_.value(moved, "counts_of") + ", MPI_BYTE";
  if (operation.kind == ActionKind::StartTransfer) {
    need(Helper::Accesses);
    return {text + ", opened_access());"};
  }
  return {text + (name.ends_with("_begin") ? ");" : ", MPI_STATUS_IGNORE);")};
}

CCalls::Lines CCalls::set_file(const std::string& function, std::string_view name,
                               const std::string& file, const Operation& operation) {
  const std::string begin = function + "(" + file;
  if (name == "seek" || name == "seek_shared")
    return {begin + ", " + text_.value(operation.at, "offsets_of") + ", MPI_SEEK_SET);"};
  if (name == "set_size" || name == "preallocate")
    return {begin + ", " + text_.value(operation.size, "file_sizes") + ");"};
  if (name == "set_atomicity") return {begin + ", " + text_.value(operation.mode, "modes") + ");"};
  if (name.ends_with("_end"))
    return {begin + (name.find("read") != std::string_view::npos ? ", in" : ", out") +
            ", MPI_STATUS_IGNORE);"};
  if (name != "set_view") return {begin + ");"};
  need(Helper::Views);
  return {"set_view(" + file + ", " + text_.value(operation.at, "offsets_of") + ", " +
          text_.value(operation.unit, "units") + ", " + text_.value(operation.size, "pieces") +
          ", " + text_.value(operation.extent, "extents") + ");"};
}

}  // namespace tarry::emit
