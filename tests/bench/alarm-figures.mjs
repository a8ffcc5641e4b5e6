// After npm run build; needs nginx: alarm-figures.mjs [--short] [step]...
import { loadBench } from './support/load-bench.mjs'

const asked = process.argv.slice(2)
await loadBench('/tests/bench/bench-alarm-figures.ts', ({ benchAlarmFigures }) =>
  benchAlarmFigures(
    asked.includes('--short'),
    asked.filter((one) => one !== '--short'),
  ),
)
