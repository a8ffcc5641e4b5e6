import { BuiltServer } from '../support/built-server.ts'

/** The built server on the demo city; with BENCH_URL the one that runs there already, which is left as it is. */
export async function benchServer(): Promise<{ url: string; remove(): Promise<void> }> {
  const url = process.env.BENCH_URL
  return url ? { url, remove: async () => undefined } : BuiltServer.start()
}
