// BENCH_READINGS, BENCH_KILLS.
import { loadBench } from './support/load-bench.mjs'

await loadBench('/tests/bench/bench-mqtt.ts', ({ benchMqtt }) => benchMqtt())
