// Timers, requests, bytes and worker starts per hour: open, hidden, closed; `npm run build` first.
//   MINUTES=10 node tests/bench/wake-ups.mjs
import { loadBench } from './support/load-bench.mjs'

await loadBench('/tests/bench/bench-wake-ups.ts', ({ benchWakeUps }) => benchWakeUps())
