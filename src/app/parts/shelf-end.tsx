import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ShelfRow } from '#contract/shelf.ts'
import { endShelf, shelfKey } from '#app/data/shelf.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { useUnsent } from '#app/offline/outbox/outbox-state.ts'
import { Button } from '#app/ui/button.tsx'
import { confirm } from '#app/ui/confirm.ts'
import { toast } from '#app/ui/toast-queue.ts'
import { shelfScope } from './shelf-words.ts'

/** Queued when offline. */
export function ShelfEnd({ of }: { of: ShelfRow }) {
  const client = useQueryClient()
  const isWaiting = useUnsent().some(({ thing }) => thing === shelfKey(of.id))
  const [busy, setBusy] = useState(false)
  async function end() {
    const isSure = await confirm({
      question: `是否结束“${of.buildingName}”${shelfScope(of)}的检修？`,
      detail: '结束后，未恢复的火警随即逐级通知。',
      yes: '结束检修',
    })
    if (!isSure) return
    setBusy(true)
    try {
      const written = await endShelf(client, of)
      toast.success(written.isSent ? `“${of.buildingName}”${shelfScope(of)}的检修已结束` : written.words)
    } catch (error) {
      toast.error(failureWords(error, '检修未结束，请重试'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="small" busy={busy} disabled={isWaiting} onClick={() => void end()}>
      {isWaiting ? '待提交' : of.state === 'planned' ? '取消' : '结束检修'}
    </Button>
  )
}
