// An hour of 3,333 points a second on PostgreSQL, then counted: node tests/bench/soak.mjs (after npm run build)
import { loadBench } from './load-bench.mjs'

await loadBench('/tests/bench/bench-soak.ts', ({ benchSoak }) => benchSoak())
