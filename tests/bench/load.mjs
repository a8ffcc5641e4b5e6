// A hundred people for ten minutes at a city's size: node tests/bench/load.mjs (after npm run build)
import { loadBench } from './load-bench.mjs'

await loadBench('/tests/bench/bench-load.ts', ({ benchLoad }) => benchLoad())
