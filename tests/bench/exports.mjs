// 100,000 rows on PostgreSQL: memory, other calls meanwhile, and a cancel.
// BENCH_DATABASE_URL: a database to keep.
import { loadBench } from './support/load-bench.mjs'

await loadBench('/tests/bench/bench-exports.ts', ({ benchExports }) => benchExports())
