// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/c_calls.h"

#include <algorithm>

#include "compressed/emit/remote_use.h"
#include "compressed/emit/scale.h"
#include "model/mpi_function.h"

namespace tarry::emit {
namespace {

using compressed::ActionKind;

model::MpiOperation operation_of(const std::string& function) {
  const auto known = model::find_mpi_function(function);
  return known ? model::info(*known).operation : model::MpiOperation::None;
}

bool is_prepared(const std::string& function) {
  return function == "MPI_Start" || function == "MPI_Startall";
}

// Returns whether some non-blocking messages have no partner.
bool starts_nothing(const std::vector<Node>& nodes) {
  return std::any_of(nodes.begin(), nodes.end(), [](const Node& node) {
    const Statement& statement = node.statement;
    const auto operation = operation_of(statement.function);
    const bool is_message = operation == model::MpiOperation::Receive || model::is_send(operation);
    return (is_message && statement.function[4] == 'I' &&
            std::any_of(statement.variants.begin(), statement.variants.end(),
                        [](const Variant& variant) { return variant.operations.empty(); })) ||
           starts_nothing(node.body);
  });
}

}  // namespace

CCalls::CCalls(const Program& program, CText& text)
    : program_(program), text_(text), sends_to_nobody_(starts_nothing(program.body)) {}

std::string CCalls::scaled(const Value& value, std::int64_t by, const std::string& what,
                           const CText::Names& names) {
  if (by == 1) return text_.value(value, what, names);
  Value divided = value;
  Symbols* const symbols = program_.scale == nullptr ? nullptr : &program_.scale->symbols();
  for (Choice& choice : divided.choices)
    for (std::int64_t& each : choice.formula.values)
      each = symbols == nullptr ? each / by : symbols->quotient(each, by);
  return text_.value(divided, what, names);
}

std::string CCalls::comm_value(const Operation& operation, const char* of_world,
                               const char* array) {
  if (operation.comm.is_constant()) {
    const std::int64_t number = operation.comm.constant();
    if (number == program_.world) return of_world;
  }
  need(Helper::Communicators);
  return std::string(array) + "[" + text_.value(operation.comm, "comm_number") + "]";
}

std::string CCalls::comm(const Operation& operation) {
  if (operation.comm.is_constant() && operation.comm.constant() == program_.self)
    return "MPI_COMM_SELF";
  return comm_value(operation, "MPI_COMM_WORLD", "comm");
}

std::string CCalls::peer(const Operation& operation) {
  const Value& value = operation.peer.value;
  if (operation.peer.form == PeerForm::Absolute) {
    if (value.is_constant() && value.constant() == compressed::kAnyPeer) return "MPI_ANY_SOURCE";
    return text_.value(value, "peers");
  }
  const std::string own = comm_value(operation, "rank", "me");
  const std::string all = comm_value(operation, "size", "n");
  if (value.is_constant() && !Symbols::is_symbol(value.constant())) {
    const std::int64_t number = value.constant();
    if (operation.peer.form == PeerForm::Offset) return plus(own, number);
    if (operation.peer.form == PeerForm::Xor) return own + " ^ " + std::to_string(number);
    return "(" + plus(number < 0 ? own + " + " + all : own, number) + ") % " + all;
  }
  const std::string number = text_.value(value, "offsets");
  if (operation.peer.form == PeerForm::Offset) return plus(own, number);
  if (operation.peer.form == PeerForm::Xor)
    return own + " ^ " + (number.find(' ') == std::string::npos ? number : "(" + number + ")");
  return "(" + plus(own + " + " + all, number) + ") % " + all;
}

CCalls::Message CCalls::message(const Operation& operation) {
  Message out;
  out.type = operation.datatype.empty() ? "MPI_BYTE" : operation.datatype;
  out.count = scaled(operation.bytes, operation.datatype_size, "counts_of", {});
  out.peer = peer(operation);
  out.tag = operation.tag.is_constant() && operation.tag.constant() == compressed::kAnyTag
                ? "MPI_ANY_TAG"
                : text_.value(operation.tag, "tags");
  out.comm = comm(operation);
  return out;
}

CCalls::Lines CCalls::perform(const std::string& function, const Variant& variant) {
  const auto& operations = variant.operations;
  if (operations.empty()) return idle(function);
  if (is_remote(variant)) return remote(function, variant);
  if (compressed::closes_request(operations[0].kind)) {
    Lines out;
    for (const Operation& each : operations)
      for (std::string& line : cancel(each)) out.push_back(std::move(line));
    return out;
  }
  if (operation_of(function) == model::MpiOperation::SendReceive)
    return both_ways(function, variant);
  const bool is_message = operations[0].kind != ActionKind::Collective &&
                          operations[0].kind != ActionKind::StartCollective;
  if (is_prepared(function) && is_message) return start_prepared(function, variant);
  Lines out;
  for (const Operation& each : operations)
    for (std::string& line : is_message ? point_to_point(function, each) : collective(each))
      out.push_back(std::move(line));
  return out;
}

CCalls::Lines CCalls::idle(const std::string& function) {
  const auto operation = operation_of(function);
  const std::string nobody = Message{}.all();
  const bool starts = function.size() > 4 && function[4] == 'I';
  if (function == "MPI_Iprobe" || function == "MPI_Improbe")
    return {"MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);"};
  if (operation == model::MpiOperation::SendReceive)
    return {"MPI_Sendrecv(out, 0, MPI_BYTE, MPI_PROC_NULL, 0, in, " + nobody +
            ", MPI_STATUS_IGNORE);"};
  if (operation == model::MpiOperation::Receive) {
    if (!starts) return {"MPI_Recv(in, " + nobody + ", MPI_STATUS_IGNORE);"};
    need(Helper::WaitAll);
    return {"MPI_Irecv(in, " + nobody + ", idle());"};
  }
  if (model::is_send(operation)) {
    if (!starts) return {function + "(out, " + nobody + ");"};
    need(Helper::WaitAll);
    return {function + "(out, " + nobody + ", idle());"};
  }
  return {};
}

CCalls::Lines CCalls::point_to_point(const std::string& function, const Operation& operation) {
  const std::string arguments = message(operation).all();
  const auto mode = operation_of(function);
  buffered_ |= mode == model::MpiOperation::Bsend;
  std::string name = "send";
  if (mode == model::MpiOperation::Bsend) name = "bsend";
  if (mode == model::MpiOperation::Ssend) name = "ssend";
  std::string upper = name;
  upper[0] = static_cast<char>(upper[0] - 'a' + 'A');
  switch (operation.kind) {
    case ActionKind::Send:
      return {"MPI_" + upper + "(out, " + arguments + ");"};
    case ActionKind::Receive:
      return {"MPI_Recv(in, " + arguments + ", MPI_STATUS_IGNORE);"};
    case ActionKind::StartSend:
      need(Helper::Requests);
      return {"MPI_I" + name + "(out, " + arguments + ", opened());"};
    default:
      need(Helper::Requests);
      return {"MPI_Irecv(in, " + arguments + ", opened());"};
  }
}

CCalls::Lines CCalls::both_ways(const std::string& function, const Variant& variant) {
  Message sent, received;
  for (const Operation& each : variant.operations)
    (each.kind == ActionKind::Send || each.kind == ActionKind::StartSend ? sent : received) =
        message(each);
  if (function == "MPI_Sendrecv_replace") {
    // The larger message decides, as one buffer is for both.
    if (sent.peer == "MPI_PROC_NULL") sent.count = received.count, sent.type = received.type;
    return {"MPI_Sendrecv_replace(out, " + sent.count + ", " + sent.type + ", " + sent.peer + ", " +
            sent.tag + ", " + received.peer + ", " + received.tag + ", " +
            (sent.peer == "MPI_PROC_NULL" ? received.comm : sent.comm) + ", MPI_STATUS_IGNORE);"};
  }
  const std::string comm = sent.peer == "MPI_PROC_NULL" ? received.comm : sent.comm;
  return {"MPI_Sendrecv(out, " + sent.count + ", " + sent.type + ", " + sent.peer + ", " +
          sent.tag + ", in, " + received.count + ", " + received.type + ", " + received.peer +
          ", " + received.tag + ", " + comm + ", MPI_STATUS_IGNORE);"};
}

CCalls::Lines CCalls::start_prepared(const std::string& function, const Variant& variant) {
  need(Helper::Persistent);
  Lines out;
  for (const Operation& each : variant.operations)
    out.push_back("prepared(" + std::string(each.kind == ActionKind::StartSend ? "1" : "0") + ", " +
                  message(each).all() + ");");
  if (function == "MPI_Start" && out.size() == 1) {
    out[0].pop_back();
    return {"MPI_Start(" + out[0] + ");"};
  }
  const std::string count = std::to_string(out.size());
  out.push_back("MPI_Startall(" + count + ", &requests[open_requests - " + count + "]);");
  return out;
}

CCalls::Lines CCalls::cancel(const Operation& operation) {
  need(Helper::Taken);
  Lines out{"take(" + text_.value(operation.request, "places") + ");"};
  if (operation.kind == ActionKind::Cancelled) out.push_back("MPI_Cancel(ending);");
  out.push_back("MPI_Wait(taken(), MPI_STATUS_IGNORE);");
  return out;
}

CCalls::Lines CCalls::complete(const std::string& function, const Completion& completion) {
  Lines out;
  const Value& value = completion.count;
  const bool is_none = value.is_constant() && value.constant() == 0;
  const std::string count = text_.value(value, "waits");
  std::string list;
  if (is_none) {
    need(Helper::None);
    list = "&none";
  } else if (completion.newest) {
    need(Helper::Requests);
    if (function == "MPI_Waitall" && sends_to_nobody_) {
      need(Helper::WaitAll);
      return {"wait_all(" + count + ");"};
    }
    list = "newest(" + count + ")";
  } else {
    need(Helper::Taken);
    list = "taken()";
    const bool is_one = value.is_constant() && value.constant() == 1;
    out.push_back((is_one ? "" : "for (int each = 0; each < " + count + "; ++each) {") + "take(" +
                  text_.value(completion.places, "places") + ");");
    for (const std::string& counter : text_.take_counters()) out.back() += " ++" + counter + ";";
    if (!is_one) out.back() += " }";
  }
  if (function == "MPI_Waitall") {
    need(Helper::Requests);
    out.push_back("MPI_Waitall(" + count + ", " + list + ", statuses);");
  } else if (function == "MPI_Waitany") {
    out.push_back("MPI_Waitany(" + count + ", " + list + ", &flag, MPI_STATUS_IGNORE);");
  } else if (function == "MPI_Waitsome") {
    need(Helper::WaitSome);
    out.push_back("wait_some(" + count + ", " + list + ");");
  } else if (function == "MPI_Iprobe" || function == "MPI_Improbe") {
    return idle(function);
  } else if (function.rfind("MPI_Test", 0) == 0 || function == "MPI_Request_get_status") {
    for (std::string& line : test(function, is_none, count, list)) out.push_back(std::move(line));
  } else if (value.is_constant()) {
    out.push_back("MPI_Wait(" + list + ", MPI_STATUS_IGNORE);");
  } else {
    need(Helper::None);
    out.push_back("MPI_Wait(" + count + " ? " + list + " : &none, MPI_STATUS_IGNORE);");
  }
  return out;
}

// The requests were ready in the traced run; here they may need a wait.
CCalls::Lines CCalls::test(const std::string& function, bool is_none, const std::string& count,
                           const std::string& list) {
  need(Helper::Requests);
  if (is_none && function == "MPI_Testsome")
    return {"MPI_Testsome(0, &none, &flag, &index, statuses);"};
  if (is_none && function == "MPI_Request_get_status")
    return {"MPI_Request_get_status(none, &flag, MPI_STATUS_IGNORE);"};
  const std::string requests = is_none ? list : "done";
  Lines out;
  if (!is_none) out.push_back("done = " + list + ";");
  if (function == "MPI_Test")
    out.push_back("MPI_Test(" + requests + ", &flag, MPI_STATUS_IGNORE);");
  else if (function == "MPI_Testany")
    out.push_back("MPI_Testany(" + count + ", " + requests +
                  ", &index, &flag, MPI_STATUS_IGNORE);");
  else
    out.push_back("MPI_Testall(" + count + ", " + requests + ", &flag, statuses);");
  if (!is_none) out.push_back("if (!flag) MPI_Waitall(" + count + ", done, statuses);");
  return out;
}

}  // namespace tarry::emit
