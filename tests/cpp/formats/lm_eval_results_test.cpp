// results*.json: the description of a run, and the samples when they are embedded.
#include <catch2/catch.hpp>

#include "formats/lm_eval_names.hpp"
#include "lm_eval_reading.hpp"

using namespace harmonograph;

TEST_CASE("lm-eval results: model, groups and stated metrics") {
  const auto file = reading::read_fixture("lm_eval/v0.4.7/Example__toy-1b/results_2026-01-21T03-44-18.458309.json");
  REQUIRE(file.ok());
  CHECK(file->role == FileRole::run);
  CHECK(file->run.model == "Example/toy-1b");
  CHECK(file->run_key == "lm_eval/v0.4.7/Example__toy-1b/2026-01-21T03-44-18.458309");
  REQUIRE(file->run.groups.size() == 1);  // a group of no task is none
  CHECK(file->run.groups.at("toy_group") == std::vector<std::string>{"toy_arc", "toy_mutual"});
  REQUIRE(file->run.metrics.size() == 2);  // no standard errors, no aliases, nothing twice
  CHECK(file->run.metrics[1].benchmark == "toy_math");
  CHECK(file->run.metrics[1].metric == "exact_match,strict-match");
  CHECK(file->run.metrics[1].value == 0.5);
  CHECK(file->items.empty());
}

TEST_CASE("lm-eval results with samples: every task is a benchmark") {
  const auto file = reading::read_fixture("lm_eval/v0.4.7/results.json");
  REQUIRE(file.ok());
  CHECK(file->role == FileRole::responses);
  CHECK(file->models == std::vector<std::string>{"Example/toy-1b"});
  CHECK(file->benchmarks == std::vector<std::string>{"toy_bbh", "toy_math", "toy_bleu"});
  REQUIRE(file->items.size() == 4);
  CHECK(file->responses.score == std::vector<double>{1, 0, 1});
  CHECK(file->items[2].benchmark == 1);
  // Item 0 is right per character (-4/3 against -6/10); item 1 is wrong either way (-4/3 against -3).
  CHECK(file->items[0].key == 1);
  CHECK(file->items[1].key == 1);
  CHECK(file->argmax_compared == 2);
  CHECK(file->argmax_disagreements == 0);
  CHECK(reading::set_names(*file).front() == "log-likelihood per character");
  CHECK(reading::values(*file, 0, 2).empty());
  REQUIRE(reading::note(*file, "no_usable_metric") != nullptr);
  CHECK(reading::note(*file, "no_usable_metric")->message.find("toy_bleu") != std::string::npos);
  CHECK(file->rows_read == 4);
  CHECK(file->rows_skipped == 1);
  CHECK(file->run.groups.at("toy").size() == 2);
}

TEST_CASE("lm-eval paths") {
  const auto path = [](const std::string& text) {
    const LmEvalPath read = lm_eval_samples_path(text);
    return read.model + "|" + read.task + "|" + read.run_key;
  };
  CHECK(path("out/EleutherAI__pythia-14m/samples_arc_easy_2024-11-26T10-47-32.305387.jsonl") ==
        "EleutherAI/pythia-14m|arc_easy|out/EleutherAI__pythia-14m/2024-11-26T10-47-32.305387");
  CHECK(path("misc/samples_asdiv_2024-08-21T03-44-09.494230.jsonl") == "|asdiv|misc/2024-08-21T03-44-09.494230");
  CHECK(path("llama-7b/samples_arc.jsonl") == "llama-7b|arc|");
  CHECK(path("__home__me__ckpt/samples_arc.jsonl") == "/home/me/ckpt|arc|");
  CHECK(path("pretrained=EleutherAI__pythia-2.8b_trivia_qa.nocontext.jsonl") ==
        "EleutherAI/pythia-2.8b|trivia_qa.nocontext|");
  CHECK(path("pretrained__EleutherAI__pythia-2.8b,dtype__float16_arc.jsonl") == "EleutherAI/pythia-2.8b|arc|");
  CHECK(path("unknown") == "||");
  CHECK(path("") == "||");
  CHECK(model_of_arguments("dtype=float16,pretrained=a/b , trust=1") == "a/b");
  CHECK(model_of_arguments("").empty());
}
