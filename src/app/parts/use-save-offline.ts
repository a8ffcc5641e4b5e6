import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readTaken } from '#app/data/bundle.ts'
import { CallError } from '#app/lib/call.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { bundles, useBundles, useDownloading } from '#app/offline/bundles/bundle-state.ts'
import { toast } from '#app/ui/toast-queue.ts'

const account = () => import('#app/offline/bundles/account-bundles.ts')

export function useSaveOffline() {
  const client = useQueryClient()
  const heads = useBundles()
  const taking = useDownloading()
  useEffect(() => {
    if (bundles.read() === null) void account().then(({ readBundles }) => readBundles().catch(() => undefined))
  }, [])

  /** @returns whether to continue */
  async function take(buildingId: string, named = ''): Promise<boolean> {
    try {
      const { saveOffline } = await account()
      const { name, parts } = await saveOffline(buildingId)
      await readTaken(client, buildingId)
      const missing = parts.filter(({ digest }) => digest === null).length
      if (!named) toast.success(missing ? `“${name}”已下载，${missing} 项未下载成功，可稍后更新` : `已下载“${name}”`)
      return true
    } catch (error) {
      const head = bundles.read()?.find((one) => one.buildingId === buildingId)
      const isBegun = head?.parts.some(({ here }) => here !== null)
      const words = `${failureWords(error, '下载失败')}${isBegun ? '；已下载的部分已保存，可稍后继续' : ''}`
      toast.error((named && `“${named}”：`) + words)
      return error instanceof CallError && error.code === 404
    }
  }

  return {
    heads,
    taking,
    take,
    async takeAll(all: readonly (readonly [id: string, name: string])[]) {
      for (const one of all) if (!(await take(...one))) return
    },
    drop: async (buildingId: string) => (await account()).removeBundle(buildingId),
  }
}

export type OfflineSaving = ReturnType<typeof useSaveOffline>
