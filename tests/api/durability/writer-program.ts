// Until it is killed.
import { openDatabase } from '#server/platform/db/open-db.ts'

const [root = '', directory = ''] = process.argv.slice(2)
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

const say = (message: object): void => {
  process.send?.(message)
}

try {
  const opened = await openDatabase(`file:${directory}`, { log, root })
  await opened.pool.query('create table if not exists kept (n bigint generated always as identity, mark text not null)')
  say({ kind: 'open' })
  for (let i = 0; ; i += 1) {
    const mark = `${process.pid}-${i}`
    await opened.pool.query('insert into kept (mark) values ($1)', [mark])
    say({ kind: 'kept', mark })
  }
} catch (error) {
  say({ kind: 'refused', reason: error instanceof Error ? error.message : String(error) })
  process.exit(1)
}
