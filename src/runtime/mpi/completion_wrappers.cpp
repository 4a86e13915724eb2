// SPDX-License-Identifier: BSD-3-Clause
// The wrappers of Wait and Test functions. A completing call overwrites its handles, so that they
// are copied before; statuses are always asked for, because they tell what was received. The
// records of all operations that complete in one call have the time of its leave.
#include <algorithm>
#include <cstdlib>

#include "base/platform.h"
#include "runtime/mpi/messages.h"
#include "runtime/mpi/poll_record.h"
#include "runtime/mpi/requests.h"
#include "runtime/mpi/wrapper.h"

namespace tarry::runtime::mpi {
namespace {

// A call with at most so many requests needs no heap; with more, an allocation costs little beside
// the rest of the call.
constexpr int kOnStack = 64;

template <class T>
T* allocate(int count) {
  const core::OnOwnAccount on_own_account;
  return static_cast<T*>(std::malloc(static_cast<std::size_t>(count) * sizeof(T)));
}

// Room on the stack of a wrapper.
struct Room {
  MPI_Request handles[kOnStack];
  MPI_Status statuses[kOnStack];
};

// The handles and statuses of a call that may complete several requests.
class RequestList {
 public:
  RequestList(int count, MPI_Request* variables, MPI_Status* statuses, Room& room)
      : count_(count), variables_(variables), statuses_(statuses), room_(&room) {}

  // Copied member by member, the list of a wrapper need not be in memory.
  RequestList(const RequestList& other)
      : count_(other.count_),
        variables_(other.variables_),
        statuses_(other.statuses_),
        room_(other.room_),
        handles_(other.handles_) {}
  RequestList& operator=(const RequestList&) = delete;

  // Returns false if there are too many requests for the stack.
  [[nodiscard, gnu::always_inline]] bool keep_quickly() {
    if (count_ > kOnStack) return false;
    if (statuses_ == MPI_STATUSES_IGNORE) statuses_ = room_->statuses;
    copy_to(room_->handles);
    return true;
  }

  // Returns false without memory: the call is then made as the program asked, and leaves no
  // records. To be followed by release().
  [[nodiscard]] bool keep() {
    if (count_ <= kOnStack) return keep_quickly();
    many_ = allocate<MPI_Request>(count_);
    if (statuses_ == MPI_STATUSES_IGNORE) statuses_ = many_statuses_ = allocate<MPI_Status>(count_);
    if (many_ == nullptr || statuses_ == nullptr) return false;
    copy_to(many_);
    return true;
  }
  void release() {
    std::free(many_);
    std::free(many_statuses_);
  }

  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] bool is_without_requests() const {
    return std::all_of(handles_, handles_ + count_,
                       [](MPI_Request handle) { return handle == MPI_REQUEST_NULL; });
  }
  [[nodiscard]] MPI_Request* variables() { return variables_; }
  [[nodiscard]] MPI_Status* statuses() { return statuses_; }

  // One request is complete; in functions that number their results `status` is not at its place.
  void completed(const Entry& entry, EventTime time, int index, const MPI_Status& status) {
    complete(entry, time, handles_[index], variables_ + index, status);
  }

  // One request has failed.
  void discarded(const Entry& entry, EventTime time, int index, int error,
                 const MPI_Status& status) {
    discard(entry, time, handles_[index], variables_ + index, error, status);
  }

  // The call has completed all requests, or as many as `error` and the statuses say.
  void all_completed(const Entry& entry, EventTime time, int code) {
    const int error = error_class(code);
    for (int i = 0; i < count_; ++i) {
      if (error == MPI_SUCCESS || (error == MPI_ERR_IN_STATUS && succeeded(i)))
        completed(entry, time, i, statuses_[i]);
      else if (failed(error, i))
        discarded(entry, time, i, error == MPI_ERR_IN_STATUS ? statuses_[i].MPI_ERROR : error,
                  statuses_[i]);
    }
  }

  // Waitsome, Testsome have completed the requests in `indices`; their statuses come first.
  void some_completed(const Entry& entry, EventTime time, int code, int done, const int* indices) {
    const int error = error_class(code);
    if (done == MPI_UNDEFINED || (error != MPI_SUCCESS && error != MPI_ERR_IN_STATUS)) return;
    for (int i = 0; i < done; ++i) {
      if (error == MPI_SUCCESS || succeeded(i))
        completed(entry, time, indices[i], statuses_[i]);
      else
        discarded(entry, time, indices[i], statuses_[i].MPI_ERROR, statuses_[i]);
    }
  }

  // Waitany, Testany have completed one request.
  void one_completed(const Entry& entry, EventTime time, int error, int index,
                     const MPI_Status& status) {
    if (index == MPI_UNDEFINED || index < 0 || index >= count_) return;
    if (error == MPI_SUCCESS)
      completed(entry, time, index, status);
    else if (variables_[index] == MPI_REQUEST_NULL)
      discarded(entry, time, index, error, status);
  }

 private:
  [[nodiscard]] bool succeeded(int i) const { return statuses_[i].MPI_ERROR == MPI_SUCCESS; }
  [[nodiscard]] bool failed(int error, int i) const {
    if (error == MPI_ERR_IN_STATUS) return error_class(statuses_[i].MPI_ERROR) != MPI_ERR_PENDING;
    return variables_[i] == MPI_REQUEST_NULL;
  }

  // The barrier keeps the compiler from making it a call or an instruction for long copies, which
  // takes longer for usual numbers.
  [[gnu::always_inline]] void copy_to(MPI_Request* handles) {
    handles_ = handles;
    int i = 0;
    for (; i + 2 <= count_; i += 2) {
      __builtin_memcpy(handles + i, variables_ + i, 2 * sizeof *handles);
      base::compiler_barrier();
    }
    if (i < count_) handles[i] = variables_[i];
  }

  int count_;
  MPI_Request* variables_;
  MPI_Status* statuses_;
  Room* room_;
  MPI_Request* handles_ = nullptr;
  MPI_Request* many_ = nullptr;
  MPI_Status* many_statuses_ = nullptr;
};

// The requests of a call that waits.
class WaitList : public RequestList {
 public:
  WaitList(int count, MPI_Request* variables, MPI_Status* statuses)
      : RequestList(count, variables, statuses, own_room_), good_(keep()) {}
  ~WaitList() { release(); }
  WaitList(const WaitList&) = delete;
  WaitList& operator=(const WaitList&) = delete;

  [[nodiscard]] bool good() const { return good_; }

 private:
  Room own_room_;
  bool good_;
};

// The operations of poll(). A call without a request has found nothing, too, although it says that
// all are complete.
struct TestOperation {
  static constexpr Call kCall = Call::Test;
  static bool is_selected() { return completes_selected(); }

  TestOperation(MPI_Request* variable, int* found, MPI_Status* its_status, MPI_Status& own)
      : request(variable), flag(found), status(its_status), result(wanted(its_status, &own)) {}

  [[gnu::always_inline]] bool keep_quickly() {
    handle = *request;
    return true;
  }
  bool keep() { return keep_quickly(); }
  void release() {}
  [[gnu::always_inline]] int make() { return real::Test(request, flag, result); }
  int make_plainly() { return real::Test(request, flag, status); }
  [[nodiscard, gnu::always_inline]] bool has_found_nothing() const {
    return *flag == 0 || handle == MPI_REQUEST_NULL;
  }
  void ended(const Entry& entry, EventTime end, int error) {
    if (error == MPI_SUCCESS && *flag != 0)
      complete(entry, end, handle, request, *result);
    else if (error != MPI_SUCCESS && *request == MPI_REQUEST_NULL)
      discard(entry, end, handle, request, error, *result);
  }

  MPI_Request* request;
  int* flag;
  MPI_Status* status;
  MPI_Status* result;
  MPI_Request handle{};
};

// The request stays with the program, which may free it without another call that completes it.
struct GetStatusOperation {
  static constexpr Call kCall = Call::Request_get_status;
  static bool is_selected() { return completes_selected(); }

  GetStatusOperation(MPI_Request handle, int* found, MPI_Status* its_status, MPI_Status& own)
      : request(handle), flag(found), status(its_status), result(wanted(its_status, &own)) {}

  static bool keep_quickly() { return true; }
  static bool keep() { return true; }
  void release() {}
  [[gnu::always_inline]] int make() { return real::Request_get_status(request, flag, result); }
  int make_plainly() { return real::Request_get_status(request, flag, status); }
  [[nodiscard, gnu::always_inline]] bool has_found_nothing() const {
    return *flag == 0 || request == MPI_REQUEST_NULL;
  }
  void ended(const Entry& entry, EventTime end, int error) {
    if (error == MPI_SUCCESS && *flag != 0) found_complete(entry, end, request, *result);
  }

  MPI_Request request;
  int* flag;
  MPI_Status* status;
  MPI_Status* result;
};

// What those have in common that test several requests.
struct ListOperation {
  static bool is_selected() { return completes_selected(); }

  ListOperation(int number, MPI_Request* variables, MPI_Status* statuses, Room& room)
      : list(number, variables, statuses, room) {}

  [[gnu::always_inline]] bool keep_quickly() { return list.keep_quickly(); }
  bool keep() { return list.keep(); }
  void release() { list.release(); }

  RequestList list;
};

struct TestallOperation : ListOperation {
  static constexpr Call kCall = Call::Testall;

  TestallOperation(int number, MPI_Request* variables, int* found, MPI_Status* all, Room& room)
      : ListOperation(number, variables, all, room), flag(found), statuses(all) {}

  [[gnu::always_inline]] int make() {
    return real::Testall(list.count(), list.variables(), flag, list.statuses());
  }
  int make_plainly() { return real::Testall(list.count(), list.variables(), flag, statuses); }
  [[nodiscard, gnu::always_inline]] bool has_found_nothing() const {
    return *flag == 0 || list.is_without_requests();
  }
  void ended(const Entry& entry, EventTime end, int error) {
    if (error != MPI_SUCCESS || *flag != 0) list.all_completed(entry, end, error);
  }

  int* flag;
  MPI_Status* statuses;
};

struct TestanyOperation : ListOperation {
  static constexpr Call kCall = Call::Testany;

  TestanyOperation(int number, MPI_Request* variables, int* which, int* found, MPI_Status* one,
                   Room& room)
      : ListOperation(number, variables, wanted(one, room.statuses), room),
        index(which),
        flag(found),
        status(one) {}

  [[gnu::always_inline]] int make() {
    return real::Testany(list.count(), list.variables(), index, flag, list.statuses());
  }
  int make_plainly() { return real::Testany(list.count(), list.variables(), index, flag, status); }
  [[nodiscard, gnu::always_inline]] bool has_found_nothing() const {
    return *flag == 0 || *index == MPI_UNDEFINED;
  }
  void ended(const Entry& entry, EventTime end, int error) {
    if (error != MPI_SUCCESS || *flag != 0)
      list.one_completed(entry, end, error, *index, *list.statuses());
  }

  int* index;
  int* flag;
  MPI_Status* status;
};

struct TestsomeOperation : ListOperation {
  static constexpr Call kCall = Call::Testsome;

  TestsomeOperation(int number, MPI_Request* variables, int* found, int* which, MPI_Status* all,
                    Room& room)
      : ListOperation(number, variables, all, room), done(found), indices(which), statuses(all) {}

  [[gnu::always_inline]] int make() {
    return real::Testsome(list.count(), list.variables(), done, indices, list.statuses());
  }
  int make_plainly() {
    return real::Testsome(list.count(), list.variables(), done, indices, statuses);
  }
  [[nodiscard, gnu::always_inline]] bool has_found_nothing() const {
    return *done == 0 || *done == MPI_UNDEFINED;
  }
  void ended(const Entry& entry, EventTime end, int error) {
    list.some_completed(entry, end, error, *done, indices);
  }

  int* done;
  int* indices;
  MPI_Status* statuses;
};

}  // namespace

TARRY_WRAPPER(int, Wait, (MPI_Request * request, MPI_Status* status)) {
  const Entry entry(completes_selected());
  if (!entry.tracking()) return real::Wait(request, status);
  CallRecord record(entry, Call::Wait);
  const MPI_Request handle = *request;
  MPI_Status own;
  MPI_Status* const result = wanted(status, &own);
  const int error = real::Wait(request, result);
  const EventTime end = record.end();
  if (error == MPI_SUCCESS)
    complete(entry, end, handle, request, *result);
  else if (*request == MPI_REQUEST_NULL)
    discard(entry, end, handle, request, error, *result);
  return error;
}

TARRY_WRAPPER(int, Test, (MPI_Request * request, int* flag, MPI_Status* status)) {
  MPI_Status own;
  return poll(TestOperation(request, flag, status, own));
}

TARRY_WRAPPER(int, Request_get_status, (MPI_Request request, int* flag, MPI_Status* status)) {
  MPI_Status own;
  return poll(GetStatusOperation(request, flag, status, own));
}

TARRY_WRAPPER(int, Waitall, (int count, MPI_Request requests[], MPI_Status statuses[])) {
  const Entry entry(completes_selected());
  if (!entry.tracking()) return real::Waitall(count, requests, statuses);
  CallRecord record(entry, Call::Waitall);
  WaitList list(count, requests, statuses);
  if (!list.good()) return real::Waitall(count, requests, statuses);
  const int error = real::Waitall(count, requests, list.statuses());
  list.all_completed(entry, record.end(), error);
  return error;
}

TARRY_WRAPPER(int, Testall, (int count, MPI_Request requests[], int* flag, MPI_Status statuses[])) {
  Room room;
  return poll(TestallOperation(count, requests, flag, statuses, room));
}

TARRY_WRAPPER(int, Waitany, (int count, MPI_Request requests[], int* index, MPI_Status* status)) {
  const Entry entry(completes_selected());
  if (!entry.tracking()) return real::Waitany(count, requests, index, status);
  CallRecord record(entry, Call::Waitany);
  MPI_Status own;
  MPI_Status* const result = wanted(status, &own);
  WaitList list(count, requests, result);
  if (!list.good()) return real::Waitany(count, requests, index, status);
  const int error = real::Waitany(count, requests, index, result);
  list.one_completed(entry, record.end(), error, *index, *result);
  return error;
}

TARRY_WRAPPER(int, Testany,
              (int count, MPI_Request requests[], int* index, int* flag, MPI_Status* status)) {
  Room room;
  return poll(TestanyOperation(count, requests, index, flag, status, room));
}

TARRY_WRAPPER(int, Waitsome,
              (int count, MPI_Request requests[], int* done, int indices[],
               MPI_Status statuses[])) {
  const Entry entry(completes_selected());
  if (!entry.tracking()) return real::Waitsome(count, requests, done, indices, statuses);
  CallRecord record(entry, Call::Waitsome);
  WaitList list(count, requests, statuses);
  if (!list.good()) return real::Waitsome(count, requests, done, indices, statuses);
  const int error = real::Waitsome(count, requests, done, indices, list.statuses());
  list.some_completed(entry, record.end(), error, *done, indices);
  return error;
}

TARRY_WRAPPER(int, Testsome,
              (int count, MPI_Request requests[], int* done, int indices[],
               MPI_Status statuses[])) {
  Room room;
  return poll(TestsomeOperation(count, requests, done, indices, statuses, room));
}

}  // namespace tarry::runtime::mpi
