// SPDX-License-Identifier: BSD-3-Clause
// Follows who holds a lock, and counts records that cannot be: a thread takes a lock that another
// one holds, or gives back one that it does not hold. Its owner may take a lock again, as OpenMP
// and POSIX threads allow for some. Source of the rules: F. Wolf, "Automatic Performance Analysis
// on Parallel Computers with SMP Nodes", NIC Series 17, 2003, section 3.6.
#pragma once

#include "analysis/records/record_ref.h"
#include "model/anomalies.h"

namespace tarry::analysis {

// Takes the records of one lock in their order.
class LockOrder {
 public:
  explicit LockOrder(model::Anomalies& anomalies) : anomalies_(anomalies) {}

  void take(Sibling thread) {
    if (depth_ != 0 && owner_ != thread) {
      anomalies_.add("locks taken while another thread held them");
      depth_ = 0;
    }
    owner_ = thread;
    ++depth_;
    was_taken_ = true;
  }

  // What was taken before the recording began is given back without having been taken.
  void give_back(Sibling thread) {
    if (depth_ != 0 && owner_ == thread)
      --depth_;
    else if (was_taken_)
      anomalies_.add("locks given back by threads that did not hold them");
  }

 private:
  model::Anomalies& anomalies_;
  Sibling owner_ = 0;
  int depth_ = 0;  // how often the owner has taken it and not given it back
  bool was_taken_ = false;
};

}  // namespace tarry::analysis
