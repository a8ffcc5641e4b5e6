// Point-in-time recovery with pgBackRest and the system's PostgreSQL; after npm run build. BENCH_PITR_SEC: load, seconds.
import { loadBench } from './support/load-bench.mjs'

await loadBench('/tests/bench/bench-pitr-drill.ts', ({ pitrDrill }) => pitrDrill())
