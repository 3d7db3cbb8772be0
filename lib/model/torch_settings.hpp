#pragma once

namespace plateau::model {

// One compute thread, denormals flushed to zero, memory kept instead of returned: call once before any engine
// runs. The number of threads is part of how sums are ordered, so it is fixed at one.
void configure_torch();

}  // namespace plateau::model
