#pragma once
// What trainer and lr-tuner share: open the workspace, find the element, note its start and end in the state
// folder.

#include <functional>
#include <string>
#include <string_view>

#include "common/command_line.hpp"
#include "plateau/base/error.hpp"
#include "plateau/campaign/workspace.hpp"
#include "plateau/comm/mpi_session.hpp"
#include "plateau/data/campaign_data.hpp"
#include "slurm/element_state.hpp"

namespace plateau {

struct ElementResult {
  ExitCode code = ExitCode::done;
  std::string text;  // one sentence
};
struct ElementCall {
  const campaign::Workspace& workspace;
  const campaign::Element& element;
  comm::Communicator& world;
  int ranks_per_trial;  // 0: as the campaign says
};
using ElementBody = std::function<ElementResult(const ElementCall&)>;

// Collective. Rank 0 writes the notes; an error is noted before it ends the program.
inline int run_element(const cli::CommandLine& line, campaign::Stage stage, comm::Communicator& world,
                       const ElementBody& body) {
  const auto workspace = campaign::Workspace::open(line.get<std::string>("workspace"), data::probe());
  const auto number =
      line.find<long long>("element").value_or(static_cast<long long>(workspace.elements().size()) - 1);
  const auto& element = workspace.element(number, stage);
  if (world.rank() == 0) slurm::note_start(workspace, element);
  try {
    const ElementResult result = body({workspace, element, world, line.get<int>("ranks-per-trial")});
    if (world.rank() == 0) {
      slurm::note_end(workspace, element, static_cast<int>(result.code), result.text);
      if (!line.quiet()) std::fprintf(stderr, "element %lld: %s\n", element.number, result.text.c_str());
    }
    return static_cast<int>(result.code);
  } catch (const Error& error) {
    if (world.rank() == 0 || error.code() != ExitCode::unfinished)
      slurm::note_end(workspace, element, static_cast<int>(error.code()), error.what());
    throw;
  } catch (const std::exception& error) {
    slurm::note_end(workspace, element, static_cast<int>(ExitCode::software), error.what());
    throw;
  }
}

// The main of such a program.
inline int element_main(const char* program, const char* summary, campaign::Stage stage, int argc,
                        char** argv, const ElementBody& body) {
  return comm::run_with_mpi(program, argc, argv, [&](comm::Communicator& world) {
    const bool fit = stage == campaign::Stage::fit;  // there is one, the last element
    cli::CommandLine line(std::string(program) + " --workspace DIR" + (fit ? "" : " --element N"), summary);
    auto* number = boost::program_options::value<long long>();
    line.options()("workspace", boost::program_options::value<std::string>()->required(),
                   "the campaign's folder")("element", fit ? number : number->required(),
                                            "line of manifest.tsv, from 0")(
        "ranks-per-trial", boost::program_options::value<int>()->default_value(0), "0: as the campaign says");
    if (!line.parse(argc, argv)) return 0;
    return run_element(line, stage, world, body);
  });
}

}  // namespace plateau
