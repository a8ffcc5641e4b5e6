import { useEffect, useSyncExternalStore } from 'react'
import { persistStatus } from '#app/offline/cache-persister.ts'
import { toast } from '#app/ui/toast-queue.ts'

const WORDS = {
  off: '',
  kept: '',
  full: '本机存储空间不足，新数据未能保存，离线时可能看不到',
  failed: '本机未能保存数据，离线时可能看不到',
} as const

/** '' if it is stored. */
export function useKeepingNotice(): string {
  const words = WORDS[useSyncExternalStore(persistStatus.follow, persistStatus.read)]
  useEffect(() => {
    if (words) toast.error(words)
  }, [words])
  return words
}
