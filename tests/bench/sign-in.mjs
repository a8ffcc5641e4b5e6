// node tests/bench/sign-in.mjs [pglite] [postgres]
import { loadBench } from './support/load-bench.mjs'

const asked = process.argv.slice(2)
await loadBench('/tests/bench/bench-sign-in.ts', async ({ benchSignIn }) => {
  for (const engine of asked.length > 0 ? asked : ['pglite', 'postgres']) await benchSignIn(engine)
})
