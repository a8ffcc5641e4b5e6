import { loadBench } from './support/load-bench.mjs'

await loadBench('/tests/bench/bench-pages.ts', ({ benchPages }) => benchPages())
