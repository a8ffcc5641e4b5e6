// Every route on a weak phone, and how soon it answers a tap: npm run build, then node tests/bench/screens.mjs
import { loadBench } from './load-bench.mjs'

await loadBench('/tests/bench/bench-screens.ts', ({ benchScreens }) => benchScreens())
