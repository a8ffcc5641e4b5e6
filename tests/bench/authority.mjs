// BENCH_DATABASE_URL: a database to keep; default: a server for once.
// BENCH_BUILDINGS, BENCH_POINTS (of each) and BENCH_DAYS make it smaller.
import { loadBench } from './support/load-bench.mjs'

await loadBench('/tests/bench/bench-authority.ts', ({ benchAuthority }) =>
  benchAuthority(process.argv.includes('--load-only')),
)
