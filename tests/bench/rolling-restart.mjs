// On one PostgreSQL, in turns under writes.
import { loadBench } from './support/load-bench.mjs'

await loadBench('/tests/bench/bench-rolling-restart.ts', ({ benchRollingRestart }) => benchRollingRestart())
