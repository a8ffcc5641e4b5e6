// Compared with bare node:http.
import { loadBench } from './support/load-bench.mjs'

await loadBench('/tests/bench/bench-streams.ts', ({ benchStreams }) => benchStreams())
