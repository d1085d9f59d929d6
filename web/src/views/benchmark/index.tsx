// The view of one benchmark and its methods panel: one module, loaded when there is data.
export { BenchmarkParameters } from './benchmark_parameters.tsx';
export { BenchmarkView } from './benchmark_view.tsx';
