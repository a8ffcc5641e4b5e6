import { loadBench } from './support/load-bench.mjs'

await loadBench('/tests/bench/bench-alarm-day.ts', ({ benchAlarmDay }) => benchAlarmDay())
