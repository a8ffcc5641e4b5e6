// Pages on a weak phone beside floors of the same framework: npm run build, then node tests/bench/pages.mjs
import { loadBench } from './load-bench.mjs'

await loadBench('/tests/bench/bench-pages.ts', ({ benchPages }) => benchPages())
