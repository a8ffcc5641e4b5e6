// Two processes on one PostgreSQL, restarted in turns under writes: node tests/bench/rolling-restart.mjs
import { loadBench } from './load-bench.mjs'

await loadBench('/tests/bench/bench-rolling-restart.ts', ({ benchRollingRestart }) => benchRollingRestart())
