// Real two-option logs: for one model the induced subdomains follow how sure it is more than what it answered.
#include "session_driver.hpp"

using namespace harmonograph;

TEST_CASE("winogrande: subdomains that follow confidence more are not called answer positions") {
  const std::string folder = "real/lm_eval/old_write_out_info/";
  if (!shared_data_exists(folder)) return;
  Session session;
  std::uint32_t id = 1;
  for (const char* model : {"llama", "llama13", "mistral"}) {
    load_shared(session, id++, folder + model + "/winogrande_write_out_info.json");
  }
  AnalysisParameters parameters;
  parameters.null_draws = 0;
  parameters.bootstrap_draws = 0;
  parameters.detail = false;
  for (std::size_t model = 0; model < 3; ++model) {
    const auto result = finish_job(session, session.start_analysis(0, model, parameters));
    double confidence = 0;
    double artefact = 0;
    for (const auto& row : result["audit"]["rows"]) {
      const double excess = row["mutualInformation"].get<double>() - row["baseline"].get<double>();
      if (row["variable"] == "confidence quartile") confidence = excess;
      if (row["kind"] == "artefact") artefact = std::max(artefact, excess);
    }
    INFO("model " << model << ": confidence " << confidence << ", strongest artefact " << artefact << ", k "
                  << result["k"] << ", " << result["audit"]["explainedBy"]);
    // LLaMA-7B is the one whose subdomains follow confidence more; those of the other two are the answers.
    if (model == 0) {
      CHECK(confidence > artefact);
      CHECK(result["audit"]["explainedBy"] == "confidence quartile");
      // The order of the options is not what to take out.
      CHECK(result["audit"]["alternative"] != "order-free");
    } else {
      CHECK(artefact > confidence);
      CHECK(result["audit"]["explainedBy"] == "chosen option");
      CHECK(result["audit"]["alternative"] == "order-free");
    }
  }
}
