// Compared with a bare reference: node tests/bench/ingest.mjs [pglite] [postgres]
import { loadBench } from './support/load-bench.mjs'

const asked = process.argv.slice(2)
await loadBench('/tests/bench/bench-ingest.ts', async ({ benchIngest }) => {
  for (const engine of asked.length > 0 ? asked : ['pglite', 'postgres']) await benchIngest(engine)
})
