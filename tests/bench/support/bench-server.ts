import { BuiltServer } from '../../support/built-server.ts'

/** Or that of BENCH_URL, left as it is. */
export async function benchServer(): Promise<{ url: string; remove(): Promise<void> }> {
  const url = process.env.BENCH_URL
  return url ? { url, remove: async () => undefined } : BuiltServer.start()
}
