import { loadBench } from './support/load-bench.mjs'

await loadBench('/tests/bench/bench-load.ts', ({ benchLoad }) => benchLoad())
