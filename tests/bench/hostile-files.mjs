// What other callers wait while hostile files are read: node tests/bench/hostile-files.mjs (after npm run build)
import { loadBench } from './load-bench.mjs'

await loadBench('/tests/bench/bench-hostile-files.ts', ({ benchHostileFiles }) => benchHostileFiles())
