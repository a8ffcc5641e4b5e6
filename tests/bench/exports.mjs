// An export of 100,000 rows on PostgreSQL: memory, other calls meanwhile, and what a cancel leaves: node tests/bench/exports.mjs
// BENCH_DATABASE_URL names a database to use instead of a server of its own.
import { loadBench } from './load-bench.mjs'

await loadBench('/tests/bench/bench-exports.ts', ({ benchExports }) => benchExports())
