// The authority's dashboard on a large city: node tests/bench/authority.mjs
// BENCH_DATABASE_URL names a PostgreSQL database to make the city in and to keep; without it a server of its own is used once.
// BENCH_BUILDINGS, BENCH_POINTS (of each building) and BENCH_DAYS make it smaller.
import { loadBench } from './load-bench.mjs'

await loadBench('/tests/bench/bench-authority.ts', ({ benchAuthority }) => benchAuthority(process.argv.includes('--load-only')))
