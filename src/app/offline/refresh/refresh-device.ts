import { CallError } from '#app/lib/call.ts'
import { readStoreName } from '#app/offline/cache-row.ts'
import { openExisting } from '#app/offline/open-existing.ts'
import { refreshBundles } from './refresh-bundles.ts'
import { createRefreshCalls, OverLimit, type RefreshEnvironment } from './refresh-calls.ts'
import { refreshHome } from './refresh-home.ts'
import { countRefresh, readRefreshState } from './refresh-state.ts'

export async function refreshDevice(around: RefreshEnvironment): Promise<void> {
  const session = await around.session()
  if (!session) return void (await around.unregister())
  const { uid } = session
  const { limit, onMetered, bytes } = await readRefreshState(uid, around.now())
  if (limit === 0) return void (await around.unregister())
  if (around.isMetered() && !onMetered) return
  if (limit - bytes <= 0) return
  const calls = createRefreshCalls(around, session, limit - bytes)

  async function using(kind: 'answers' | 'packs', work: typeof refreshHome): Promise<void> {
    const opened = await openExisting(readStoreName(uid, kind))
    if (!opened) return
    try {
      await work(calls, opened.use)
    } finally {
      opened.close()
    }
  }

  try {
    await using('answers', refreshHome)
    await using('packs', refreshBundles)
  } catch (error) {
    if (!calls.isEnded() && !(error instanceof CallError || error instanceof OverLimit)) throw error
  } finally {
    if (calls.isEnded()) await around.unregister()
    if ((await around.session())?.uid === uid) await countRefresh(uid, around.now(), 1, calls.used())
  }
}
