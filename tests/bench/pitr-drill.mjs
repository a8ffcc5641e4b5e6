// BENCH_PITR_SEC: load, seconds.
import { loadBench } from './support/load-bench.mjs'

await loadBench('/tests/bench/bench-pitr-drill.ts', ({ pitrDrill }) => pitrDrill())
