import { useEffect, useSyncExternalStore } from 'react'
import { keeping } from '#app/offline/keeper.ts'
import { toast } from '#app/ui/toast-queue.ts'

/** What a person should know of a device that keeps nothing new. */
const WORDS = {
  off: '',
  kept: '',
  full: '本设备存储空间不足，新数据未能保存，离线时可能看不到',
  failed: '本设备未能保存数据，离线时可能看不到',
} as const

/** Why what is read does not reach the device, empty where it does; told once by a toast when it begins. */
export function useKeepingNotice(): string {
  const words = WORDS[useSyncExternalStore(keeping.follow, keeping.read)]
  useEffect(() => {
    if (words) toast.error(words)
  }, [words])
  return words
}
