// A process of its own: routes need a browser's globals.
import { Window } from 'happy-dom'
import { runnerImport } from 'vite'

const browser = new Window({ url: 'http://localhost/' })
const put = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
for (const name of Object.getOwnPropertyNames(browser)) if (!(name in globalThis)) put(name, browser[name])
for (const name of ['location', 'navigator', 'Event', 'EventTarget']) put(name, browser[name])
for (const name of ['window', 'self']) put(name, globalThis)

const { module } = await runnerImport('/src/build/record-calls.ts', { configFile: false, logLevel: 'error' })
process.stdout.write(JSON.stringify(await module.recordCalls()), () => process.exit())
