// Long work is a resumable job: step() does a bounded piece, so that whoever drives it can show
// progress and stop between two pieces. No threads are needed for that.
#pragma once

#include <string>

#include "core/result.hpp"

namespace harmonograph {

struct JobStatus {
  bool done = false;
  double progress = 0;  // 0..1 of the whole job
  std::string stage;    // what is being done, for people: "k-means, k = 7"
};

class Job {
 public:
  virtual ~Job() = default;
  /// Does a piece of about 50 ms or less where the work allows. After done, calls change nothing.
  virtual Result<JobStatus> step() = 0;
};

}  // namespace harmonograph
