// The app in a Firefox and in a WebKit, online and without its server; `npm run build` first.
//   apt-get install firefox-esr webkit2gtk-driver xvfb dbus
//   xvfb-run dbus-run-session -- node tests/bench/other-browsers.mjs [firefox|webkit]
import { loadBench } from './support/load-bench.mjs'

await loadBench('/tests/bench/bench-other-browsers.ts', ({ benchOtherBrowsers }) => benchOtherBrowsers(process.argv[2]))
