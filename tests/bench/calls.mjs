// node tests/bench/calls.mjs [pglite] [postgres] [middle|large]
import { loadBench } from './support/load-bench.mjs'

const asked = process.argv.slice(2)
const scale = asked.includes('large') ? 1000 : asked.includes('middle') ? 100 : 1
const engines = asked.filter((word) => word !== 'large' && word !== 'middle')
await loadBench('/tests/bench/bench-calls.ts', async ({ benchCalls }) => {
  for (const engine of engines.length > 0 ? engines : ['pglite', 'postgres']) await benchCalls(engine, scale)
})
