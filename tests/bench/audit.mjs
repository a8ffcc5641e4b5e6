// 1,000,000 changes on PostgreSQL. BENCH_DATABASE_URL: a database to keep.
import { loadBench } from './support/load-bench.mjs'

await loadBench('/tests/bench/bench-audit.ts', ({ benchAudit }) => benchAudit())
