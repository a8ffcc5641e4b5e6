import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { readInformation } from '#app/data/portal.ts'
import { openWhenReady } from '#app/lib/open-window.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { toast } from '#app/ui/toast-queue.ts'

export function useReading(): (id: string) => void {
  const client = useQueryClient()
  const coming = useRef(false)
  return (id) => {
    if (coming.current) return
    coming.current = true
    openWhenReady(() => readInformation(client, id))
      .catch((error: unknown) => toast.error(failureWords(error, '文档打开失败，请重试')))
      .finally(() => {
        coming.current = false
      })
  }
}
