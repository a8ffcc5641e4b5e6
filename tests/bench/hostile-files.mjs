// node tests/bench/hostile-files.mjs [--alone] (after npm run build)
import { loadBench } from './support/load-bench.mjs'

await (process.argv.includes('--alone')
  ? loadBench('/tests/bench/bench-holds.ts', ({ benchHolds }) => benchHolds())
  : loadBench('/tests/bench/bench-hostile-files.ts', ({ benchHostileFiles }) => benchHostileFiles()))
