import { loadBench } from './support/load-bench.mjs'

await loadBench('/tests/bench/bench-wake-ups.ts', ({ benchWakeUps }) => benchWakeUps())
