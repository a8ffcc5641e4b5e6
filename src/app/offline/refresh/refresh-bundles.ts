import { bundle } from '#contract/bundle.ts'
import { CallError } from '#app/lib/call.ts'
import { type BundleHead, emptied, openBundleStore } from '#app/offline/bundles/bundle-store.ts'
import { downloadBundle } from '#app/offline/bundles/download-bundle.ts'
import type { ReadStore } from '#app/offline/cache-row.ts'
import { ignore, OverLimit, type RefreshCalls } from './refresh-calls.ts'

const REPORT = 'report'

export async function refreshBundles(calls: RefreshCalls, packs: ReadStore): Promise<void> {
  const heads = await openBundleStore(packs).heads()
  const saved = heads.filter(({ parts }) => parts.some(({ here }) => here !== null))
  for (const head of saved.sort((a, b) => a.askedAt - b.askedAt)) {
    if (calls.left() <= 0) break
    await refreshBundle(calls, packs, head).catch(async (error: unknown) => {
      if (calls.isEnded() || !(error instanceof CallError || error instanceof OverLimit)) throw error
      if (error instanceof OverLimit || error.code !== 404) return
      await calls.needOwn()
      const stored = openBundleStore(packs)
      const left = await stored.head(head.buildingId)
      if (left) await stored.remove(head.buildingId, { ...emptied(left), expiresAt: calls.now() })
    })
  }
}

async function refreshBundle(calls: RefreshCalls, packs: ReadStore, head: BundleHead): Promise<void> {
  const stored = openBundleStore(packs)
  const here = new Map(head.parts.map((part) => [part.name, part.here]))
  await downloadBundle(
    {
      store: {
        ...stored,
        async put(...what) {
          await calls.needOwn()
          if (!(await stored.renew(...what))) throw new CallError(404, '')
        },
      },
      async contents(buildingId) {
        const contents = await calls.send(bundle.contents, { buildingId })
        // Its download is an audited export by a person.
        const parts = contents.parts.map((part) =>
          part.name === REPORT && part.digest !== here.get(REPORT)
            ? { ...part, digest: null, note: '有更新，联网时请点击“更新”下载' }
            : part,
        )
        const changed = parts.filter(({ name, digest }) => digest !== null && digest !== here.get(name))
        if (changed.reduce((sum, { bytes }) => sum + bytes, 0) > calls.left()) throw new OverLimit()
        return { ...contents, parts }
      },
      parts: (buildingId, names) => calls.send(bundle.parts, { buildingId, names: names.join() }),
      report: () => Promise.reject(new OverLimit()),
      now: calls.now,
      serverTime: calls.serverTime,
    },
    head.buildingId,
    ignore,
  )
}
