// How long hostile files hold the process, and what other callers wait: node tests/bench/hostile-files.mjs [--alone] (after npm run build)
import { loadBench } from './load-bench.mjs'

await (process.argv.includes('--alone')
  ? loadBench('/tests/bench/bench-holds.ts', ({ benchHolds }) => benchHolds())
  : loadBench('/tests/bench/bench-hostile-files.ts', ({ benchHostileFiles }) => benchHostileFiles()))
