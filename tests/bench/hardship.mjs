// After npm run build; Linux and root.
import { loadBench } from './support/load-bench.mjs'

await loadBench('/tests/bench/bench-hardship.ts', ({ benchHardship }) => benchHardship())
