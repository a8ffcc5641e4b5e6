import { loadBench } from './support/load-bench.mjs'

await loadBench('/tests/bench/bench-alarm-kills.ts', ({ benchAlarmKills }) => benchAlarmKills())
