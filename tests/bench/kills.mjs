// Kills of the app and of its database under everything that changes something: node tests/bench/kills.mjs (after npm run build)
import { loadBench } from './load-bench.mjs'

await loadBench('/tests/bench/bench-kills.ts', ({ benchKills }) => benchKills())
