// After npm run build; needs nginx.
import { loadBench } from './support/load-bench.mjs'

await loadBench('/tests/bench/bench-balancer.ts', ({ benchBalancer }) => benchBalancer())
