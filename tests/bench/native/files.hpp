// Work that starts from a file, through the same session as the page.
#pragma once

#include <string>

namespace harmonograph::bench {

/// Seconds to read the file, and from its first byte to the overview.
int measure_reading(const std::string& path, int runs);

/// Reads the file and analyses its first model `runs` times, each in a session of its own; then once more with another
/// bandwidth in the same session. parameters: JSON of AnalysisParameters.
int measure_harmony(const std::string& path, int runs, const std::string& parameters);

/// Rank, error and time of the low-rank factorisation of the first model's similarity; with `exact` the exact
/// kernels as well.
int measure_similarity(const std::string& path, bool exact);

/// Exact against low-rank similarity of the first model: adjusted Rand index for every k from the same k-means starts,
/// and the difference of H at the k that the exact silhouettes choose.
int measure_agreement(const std::string& path);

}  // namespace harmonograph::bench
