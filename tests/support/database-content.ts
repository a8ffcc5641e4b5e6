import { openDatabase, type OpenDatabase } from '#server/platform/db/open-db.ts'
import { DEMO_SECRET_KEY } from '#server/platform/env.ts'
import { createSecrets } from '#server/platform/secrets.ts'
import { DEMO_NOW } from './demo-now.ts'
import { lightPasswords } from './light-passwords.ts'
import { repositoryRoot as root } from './repository-root.ts'
import { silentLog as log } from './silent-log.ts'

/** `demo`: at DEMO_NOW. */
export type DatabaseContent = 'empty' | 'demo'

export const databaseContents: readonly DatabaseContent[] = ['empty', 'demo']

export const SECRETS = createSecrets(DEMO_SECRET_KEY)

export async function withContent<Result>(
  content: DatabaseContent,
  url: string,
  use: (opened: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const opened = await openDatabase(url, { log, root })
  try {
    await opened.migrate()
    if (content === 'demo') {
      const { seedDemoCity } = await import('#demo/seed/demo-city.ts')
      await seedDemoCity(opened.db, {
        now: DEMO_NOW,
        hashPassword: (await lightPasswords).hash,
        sealSecret: SECRETS.seal,
      })
    }
    return await use(opened)
  } finally {
    await opened.close()
  }
}
