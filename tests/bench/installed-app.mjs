import { loadBench } from './support/load-bench.mjs'

await loadBench('/tests/bench/bench-installed-app.ts', ({ benchInstalledApp }) => benchInstalledApp())
