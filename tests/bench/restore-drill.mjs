// A restore drill that shares production's file store, on PostgreSQL: node tests/bench/restore-drill.mjs (after npm run build)
import { loadBench } from './load-bench.mjs'

await loadBench('/tests/bench/bench-restore-drill.ts', ({ restoreDrill }) => restoreDrill())
