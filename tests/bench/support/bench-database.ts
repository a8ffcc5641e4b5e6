import { startPostgresServer } from '../../support/postgres-server.ts'

/** The database of BENCH_DATABASE_URL, which is kept; by default one on a server for this run. */
export async function benchDatabase(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const kept = process.env.BENCH_DATABASE_URL
  if (kept) return { url: kept, stop: () => Promise.resolve() }
  const server = await startPostgresServer()
  return { url: server.url, stop: () => server.stop() }
}
