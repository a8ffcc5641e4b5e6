import { createPasswords } from '#server/auth/passwords.ts'
import { openDatabase, type OpenDatabase } from '#server/db/open-db.ts'
import { DEMO_SECRET_KEY } from '#server/env.ts'
import { createSecrets } from '#server/secrets.ts'
import { DEMO_NOW } from './demo-now.ts'
import { repositoryRoot as root } from './repository-root.ts'
import { silentLog as log } from './silent-log.ts'

/** What a test finds: the tables and nothing in them, or the demo city as it is at DEMO_NOW. */
export type DatabaseContent = 'empty' | 'demo'

export const databaseContents: readonly DatabaseContent[] = ['empty', 'demo']

/** Providers' secrets in tests are sealed as in a demo. */
export const SECRETS = createSecrets(DEMO_SECRET_KEY)

/** Opens the database at `url`, fills it, gives it to `use`, and closes it. */
export async function withContent<Result>(
  content: DatabaseContent,
  url: string,
  use: (opened: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const opened = await openDatabase(url, { log, root })
  try {
    await opened.migrate()
    if (content === 'demo') {
      const { seedDemoCity } = await import('#mocks/seed/demo-city.ts')
      const passwords = await createPasswords()
      await seedDemoCity(opened.db, { now: DEMO_NOW, hashPassword: passwords.hash, sealSecret: SECRETS.seal })
    }
    return await use(opened)
  } finally {
    await opened.close()
  }
}
