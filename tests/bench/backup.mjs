// 1,000,000 points, sums compared.
import { loadBench } from './support/load-bench.mjs'

await loadBench('/tests/bench/bench-backup.ts', ({ benchBackup }) => benchBackup())
