import { loadBench } from './support/load-bench.mjs'

await loadBench('/tests/bench/bench-screens.ts', ({ benchScreens }) => benchScreens())
