// Reference loops of the machine, and the core's small loops beside them.
#pragma once

namespace harmonograph::bench {

/// exp, log, the pair kernels, multiply-add and memory, each as operations (or bytes) a second.
int measure_loops();

}  // namespace harmonograph::bench
