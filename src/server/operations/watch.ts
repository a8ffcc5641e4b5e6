import { clockDifference } from '../platform/db/deletion-time.ts'
import type { Deps } from '../platform/deps.ts'
import type { OwnedFiles, Ownership } from '../platform/files/owned-files.ts'
import { loggable } from '../platform/loggable.ts'

const EVERY_MS = 60_000
const WARN_MS = 5 * 60_000

type Needs = Pick<Deps, 'log' | 'operations'>

export async function compareClocks({
  now,
  databaseTime,
  log,
  operations: operation,
}: Needs & Pick<Deps, 'now' | 'databaseTime'>): Promise<void> {
  const ahead = await clockDifference({ now, databaseTime })
  operation?.metrics.clockDifference(ahead / 1000)
  if (Math.abs(ahead) > WARN_MS)
    log.error({ aheadSec: Math.round(ahead / 1000) }, 'the process clock differs from the database clock')
}

export function createOwnerCheck({ log, operations: operation }: Needs, files: OwnedFiles): () => Promise<void> {
  let known: Ownership = 'own'
  return async () => {
    // Its failure is the database's.
    await files.readOwner()
    const ownership = await files.claimUnmarked().catch((error: unknown) => {
      operation?.metrics.filesOwned(false)
      throw error
    })
    operation?.metrics.filesOwned(ownership === 'own')
    if (ownership === known) return
    known = ownership
    if (ownership === 'own') log.info('the file store is this installation’s')
    else
      log.error(
        { ownership },
        'the file store is not this installation’s: nothing is removed there (docs/operations.md, FireFilesForeign)',
      )
  }
}

export function watch({ log }: Needs, checks: Readonly<Record<string, () => Promise<void>>>): { stop(): void } {
  const run = () => {
    for (const [name, check] of Object.entries(checks))
      void check().catch((error: unknown) =>
        log.warn({ check: name, err: loggable(error) }, 'a check of the installation failed'),
      )
  }
  run()
  const timer = setInterval(run, EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
