import { loadBench } from './support/load-bench.mjs'

await loadBench('/tests/bench/bench-kills.ts', ({ benchKills }) => benchKills())
