// Until told to release it.
import { DirectoryLockedError, lockDirectory, type DirectoryLock } from '#server/platform/db/lock-directory.ts'

const [directory = ''] = process.argv.slice(2)
let lock: DirectoryLock | undefined

process.on('message', async (order: { kind: 'try' | 'release' }) => {
  if (order.kind === 'release') {
    await lock?.release()
    lock = undefined
    process.send?.({ kind: 'released' })
    return
  }
  try {
    lock = await lockDirectory(directory)
    process.send?.({ kind: 'won' })
  } catch (error) {
    const isRefusal = error instanceof DirectoryLockedError
    process.send?.({ kind: isRefusal ? 'refused' : 'failed', reason: String(error) })
  }
})
process.send?.({ kind: 'here' })
