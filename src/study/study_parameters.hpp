// What several questions of a study take: indices, the parameters of an analysis, and the cells of the table
// benchmark x model.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "core/parameter_reader.hpp"
#include "dataset/dataset.hpp"
#include "harmony/parameters.hpp"

namespace harmonograph {

/// One computed cell, as the page collected it.
struct StudyCell {
  std::size_t benchmark = 0;
  std::size_t model = 0;
  double harmony = std::numeric_limits<double>::quiet_NaN();   // NaN: none
  double accuracy = std::numeric_limits<double>::quiet_NaN();  // NaN: none
  std::size_t items = 0;
};

/// An index that must be there and below count; a complaint says what it is of ("benchmark", "model").
void read_index(ParameterReader& reader, const char* name, const std::string& of, std::size_t count,
                std::size_t& target);

/// "analysis"; what is absent keeps its default. Errors as of parse_analysis_parameters.
Result<AnalysisParameters> read_analysis_parameters(const ParameterReader& reader);

/// "cells": of benchmarks and models that are loaded, each pair once.
void read_study_cells(ParameterReader& reader, const Dataset& dataset, std::vector<StudyCell>& cells);

}  // namespace harmonograph
