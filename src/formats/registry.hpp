// The formats, declared one a line; each is defined in the file of its name.
#pragma once

#include "formats/format.hpp"

namespace harmonograph {

Format lm_eval_samples_format();      // JSON lines and JSON arrays, 0.4.0 and later
Format lm_eval_write_out_format();    // *_write_out_info.json of 2023
Format lm_eval_results_format();      // results*.json, with or without embedded samples
Format py_irt_format();               // {"subject_id": .., "responses": {..}} lines
Format alpaca_eval_format();          // annotations.json of AlpacaEval
Format arena_hard_format();           // judgments of Arena-Hard
Format bbh_format();                  // outputs of BIG-Bench Hard
Format code_results_format();         // *_eval_results.json of EvalPlus and BigCodeBench
Format crux_eval_format();            // raw_scored_generations of CRUXEval
Format deepeval_format();             // test runs of deepeval
Format evalscope_format();            // reviews of EvalScope
Format every_eval_ever_format();      // *_samples.jsonl of Every Eval Ever
Format helm_instances_format();       // instances.json of a HELM run
Format helm_run_format();             // run_spec.json of a HELM run, and its files without responses
Format helm_scenario_state_format();  // scenario_state.json of a HELM run
Format helm_stats_format();           // per_instance_stats.json of a HELM run
Format human_eval_format();           // *_results.jsonl of human-eval
Format inspect_format();              // logs of Inspect
Format lighteval_format();            // details of lighteval and of the first Open LLM Leaderboard
Format lighteval_results_format();    // results_*.json of lighteval
Format livecodebench_format();        // *_eval_all.json of LiveCodeBench
Format mmlu_pro_format();             // outputs of MMLU-Pro's scripts
Format mt_bench_format();             // judgments of MT-bench
Format multipl_e_format();            // results of MultiPL-E
Format olmes_format();                // predictions of OLMES / oe-eval
Format openai_evals_format();         // event logs of OpenAI evals
Format opencompass_format();          // predictions and results of OpenCompass
Format promptfoo_format();            // results of promptfoo
Format promptfoo_table_format();      // results of promptfoo as CSV
Format score_list_format();           // the scores of one model, one a line or element
Format swe_bench_format();            // results, details and reports of SWE-bench
Format tiny_benchmarks_format();      // lb.pickle of tinyBenchmarks as JSON
Format vlmevalkit_format();           // predictions and results of VLMEvalKit
Format harmonograph_json_format();    // our own, docs/format.md
Format json_records_format();         // an array or lines of flat records: read as a table
Format json_object_format();          // records inside of an object, or laid out as columns
Format table_format();                // CSV, TSV and their relatives, in any shape

}  // namespace harmonograph
