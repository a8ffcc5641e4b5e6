// Backup and restore of a city of 1,000,000 points on PostgreSQL, with the sums compared: node tests/bench/backup.mjs
import { loadBench } from './load-bench.mjs'

await loadBench('/tests/bench/bench-backup.ts', ({ benchBackup }) => benchBackup())
