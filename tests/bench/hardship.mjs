// Full disks, a locked table, far too many calls, a clock that is set: node tests/bench/hardship.mjs (after npm run build; Linux and root)
import { loadBench } from './load-bench.mjs'

await loadBench('/tests/bench/bench-hardship.ts', ({ benchHardship }) => benchHardship())
