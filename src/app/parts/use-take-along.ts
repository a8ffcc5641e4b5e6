import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readTaken } from '#app/data/pack.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { packs, usePacks, useTaking } from '#app/offline/packs/pack-state.ts'
import { toast } from '#app/ui/toast-queue.ts'

const account = () => import('#app/offline/packs/account-packs.ts')

/** The buildings this account took along, and how to take one, bring it up to date, or let it go. */
export function useTakeAlong() {
  const client = useQueryClient()
  const heads = usePacks()
  const taking = useTaking()
  useEffect(() => {
    if (packs.read() === null) void account().then(({ readPacks }) => readPacks().catch(() => undefined))
  }, [])

  return {
    heads,
    taking,
    /** Takes it along or brings it up to date; tells what happened. */
    async take(buildingId: string, quiet = false): Promise<boolean> {
      try {
        const { takeAlong } = await account()
        const { name, parts } = await takeAlong(buildingId)
        await readTaken(client, buildingId)
        const missing = parts.filter(({ digest }) => digest === null).length
        if (!quiet) toast.success(missing ? `已带走“${name}”，${missing} 部分未能取得` : `已带走“${name}”`)
        return true
      } catch (error) {
        toast.error(`${failureWords(error, '下载失败')}；已下载的部分已保存，可稍后继续`)
        return false
      }
    },
    drop: async (buildingId: string) => (await account()).dropPack(buildingId),
  }
}
