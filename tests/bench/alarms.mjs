// From a fire to streams, a gateway, the webhook's first try and a desk whose channels all fail.
import { loadBench } from './support/load-bench.mjs'

await loadBench('/tests/bench/bench-alarms.ts', ({ benchAlarms }) => benchAlarms())
