// Two processes started together, then nginx before them and kill -9 of one: node tests/bench/balancer.mjs (after npm run build; nginx)
import { loadBench } from './load-bench.mjs'

await loadBench('/tests/bench/bench-balancer.ts', ({ benchBalancer }) => benchBalancer())
