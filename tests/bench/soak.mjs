// 3,333 points a second, then counted; after npm run build.
import { loadBench } from './support/load-bench.mjs'

await loadBench('/tests/bench/bench-soak.ts', ({ benchSoak }) => benchSoak())
