// SPDX-License-Identifier: BSD-3-Clause
// The wrappers of Wait and Test functions. A completing call overwrites its handles, so that they
// are copied before; statuses are always asked for, because they tell what was received. The
// records of all operations that complete in one call have the time of its leave.
#include <algorithm>
#include <cstdlib>

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
class Scratch {
 public:
  explicit Scratch(int count) : data_(count <= kOnStack ? stack_ : allocate(count)) {}
  ~Scratch() {
    if (data_ != stack_) std::free(data_);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  T* data() { return data_; }

 private:
  static T* allocate(int count) {
    const core::OnOwnAccount on_own_account;
    return static_cast<T*>(std::malloc(static_cast<std::size_t>(count) * sizeof(T)));
  }

  T stack_[kOnStack];
  T* data_;
};

// The handles and statuses of a call that may complete several requests.
class RequestList {
 public:
  RequestList(int count, MPI_Request* variables, MPI_Status* statuses)
      : count_(std::max(count, 0)),
        variables_(variables),
        handles_(count_),
        own_(statuses == MPI_STATUSES_IGNORE ? count_ : 0),
        statuses_(statuses == MPI_STATUSES_IGNORE ? own_.data() : statuses) {
    if (good()) std::copy(variables, variables + count_, handles_.data());
  }

  // Returns false without memory: the call is then made as the program asked, and leaves no
  // records.
  [[nodiscard]] bool good() { return handles_.data() != nullptr && statuses_ != nullptr; }
  [[nodiscard]] MPI_Status* statuses() { return statuses_; }

  // One request is complete; in functions that number their results `status` is not at its place.
  void completed(const Entry& entry, EventTime time, int index, const MPI_Status& status) {
    complete(entry, time, handles_.data()[index], variables_ + index, status);
  }

  // One request has failed.
  void discarded(const Entry& entry, EventTime time, int index, int error,
                 const MPI_Status& status) {
    discard(entry, time, handles_.data()[index], variables_ + index, error, status);
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

  int count_;
  MPI_Request* variables_;
  Scratch<MPI_Request> handles_;
  Scratch<MPI_Status> own_;
  MPI_Status* statuses_;
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
  const Entry entry(completes_selected());
  if (!entry.tracking()) return real::Test(request, flag, status);
  PollRecord record(entry, Call::Test);
  const MPI_Request handle = *request;
  MPI_Status own;
  MPI_Status* const result = wanted(status, &own);
  const int error = real::Test(request, flag, result);
  if (record.found_nothing(error == MPI_SUCCESS && *flag == 0)) return error;
  const EventTime end = record.end();
  if (error == MPI_SUCCESS && *flag != 0)
    complete(entry, end, handle, request, *result);
  else if (error != MPI_SUCCESS && *request == MPI_REQUEST_NULL)
    discard(entry, end, handle, request, error, *result);
  return error;
}

// The request stays with the program, which may free it without another call that completes it.
TARRY_WRAPPER(int, Request_get_status, (MPI_Request request, int* flag, MPI_Status* status)) {
  const Entry entry(completes_selected());
  if (!entry.tracking()) return real::Request_get_status(request, flag, status);
  PollRecord record(entry, Call::Request_get_status);
  MPI_Status own;
  MPI_Status* const result = wanted(status, &own);
  const int error = real::Request_get_status(request, flag, result);
  if (record.found_nothing(error == MPI_SUCCESS && *flag == 0)) return error;
  const EventTime end = record.end();
  if (error == MPI_SUCCESS && *flag != 0) found_complete(entry, end, request, *result);
  return error;
}

TARRY_WRAPPER(int, Waitall, (int count, MPI_Request requests[], MPI_Status statuses[])) {
  const Entry entry(completes_selected());
  if (!entry.tracking()) return real::Waitall(count, requests, statuses);
  CallRecord record(entry, Call::Waitall);
  RequestList list(count, requests, statuses);
  if (!list.good()) return real::Waitall(count, requests, statuses);
  const int error = real::Waitall(count, requests, list.statuses());
  list.all_completed(entry, record.end(), error);
  return error;
}

TARRY_WRAPPER(int, Testall, (int count, MPI_Request requests[], int* flag, MPI_Status statuses[])) {
  const Entry entry(completes_selected());
  if (!entry.tracking()) return real::Testall(count, requests, flag, statuses);
  PollRecord record(entry, Call::Testall);
  RequestList list(count, requests, statuses);
  if (!list.good()) return real::Testall(count, requests, flag, statuses);
  const int error = real::Testall(count, requests, flag, list.statuses());
  if (record.found_nothing(error == MPI_SUCCESS && *flag == 0)) return error;
  const EventTime end = record.end();
  if (error != MPI_SUCCESS || *flag != 0) list.all_completed(entry, end, error);
  return error;
}

TARRY_WRAPPER(int, Waitany, (int count, MPI_Request requests[], int* index, MPI_Status* status)) {
  const Entry entry(completes_selected());
  if (!entry.tracking()) return real::Waitany(count, requests, index, status);
  CallRecord record(entry, Call::Waitany);
  MPI_Status own;
  MPI_Status* const result = wanted(status, &own);
  RequestList list(count, requests, result);
  if (!list.good()) return real::Waitany(count, requests, index, status);
  const int error = real::Waitany(count, requests, index, result);
  list.one_completed(entry, record.end(), error, *index, *result);
  return error;
}

TARRY_WRAPPER(int, Testany,
              (int count, MPI_Request requests[], int* index, int* flag, MPI_Status* status)) {
  const Entry entry(completes_selected());
  if (!entry.tracking()) return real::Testany(count, requests, index, flag, status);
  PollRecord record(entry, Call::Testany);
  MPI_Status own;
  MPI_Status* const result = wanted(status, &own);
  RequestList list(count, requests, result);
  if (!list.good()) return real::Testany(count, requests, index, flag, status);
  const int error = real::Testany(count, requests, index, flag, result);
  if (record.found_nothing(error == MPI_SUCCESS && *flag == 0)) return error;
  const EventTime end = record.end();
  if (error != MPI_SUCCESS || *flag != 0) list.one_completed(entry, end, error, *index, *result);
  return error;
}

TARRY_WRAPPER(int, Waitsome,
              (int count, MPI_Request requests[], int* done, int indices[],
               MPI_Status statuses[])) {
  const Entry entry(completes_selected());
  if (!entry.tracking()) return real::Waitsome(count, requests, done, indices, statuses);
  CallRecord record(entry, Call::Waitsome);
  RequestList list(count, requests, statuses);
  if (!list.good()) return real::Waitsome(count, requests, done, indices, statuses);
  const int error = real::Waitsome(count, requests, done, indices, list.statuses());
  list.some_completed(entry, record.end(), error, *done, indices);
  return error;
}

TARRY_WRAPPER(int, Testsome,
              (int count, MPI_Request requests[], int* done, int indices[],
               MPI_Status statuses[])) {
  const Entry entry(completes_selected());
  if (!entry.tracking()) return real::Testsome(count, requests, done, indices, statuses);
  PollRecord record(entry, Call::Testsome);
  RequestList list(count, requests, statuses);
  if (!list.good()) return real::Testsome(count, requests, done, indices, statuses);
  const int error = real::Testsome(count, requests, done, indices, list.statuses());
  if (record.found_nothing(error == MPI_SUCCESS && *done == 0)) return error;
  list.some_completed(entry, record.end(), error, *done, indices);
  return error;
}

}  // namespace tarry::runtime::mpi
