// The audit of 1,000,000 changes on PostgreSQL, page by page and filter by filter: node tests/bench/audit.mjs
// BENCH_DATABASE_URL names a database to make it in and to keep; without it a server of its own is used once.
import { loadBench } from './load-bench.mjs'

await loadBench('/tests/bench/bench-audit.ts', ({ benchAudit }) => benchAudit())
