import { loadBench } from './support/load-bench.mjs'

await loadBench('/tests/bench/bench-failover.ts', ({ benchFailover }) => benchFailover())
