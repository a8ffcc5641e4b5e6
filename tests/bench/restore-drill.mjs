// Shares production's file store; after npm run build.
import { loadBench } from './support/load-bench.mjs'

await loadBench('/tests/bench/bench-restore-drill.ts', ({ restoreDrill }) => restoreDrill())
