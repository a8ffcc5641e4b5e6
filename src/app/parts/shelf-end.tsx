import { useQueryClient } from '@tanstack/react-query'
import type { ShelfRow } from '#contract/shelf.ts'
import { endShelf, shelfKey } from '#app/data/shelf.ts'
import { useUnsent } from '#app/offline/outbox/outbox-state.ts'
import { Button } from '#app/ui/button.tsx'
import { confirm } from '#app/ui/confirm.ts'
import { toast } from '#app/ui/toast-queue.ts'
import { shelfScope } from './shelf-words.ts'
import { useAsyncAction } from './use-async-action.ts'

/** Queued when offline. */
export function ShelfEnd({ of }: { of: ShelfRow }) {
  const client = useQueryClient()
  const isWaiting = useUnsent().some(({ thing, state }) => thing === shelfKey(of.id) && state === 'waiting')
  const { busy, run } = useAsyncAction()
  async function end() {
    const isSure = await confirm({
      question: `是否结束“${of.buildingName}”${shelfScope(of)}的检修？`,
      detail: '结束后，未恢复的火警随即逐级通知。',
      yes: '结束检修',
    })
    if (!isSure) return
    await run(async () => {
      const written = await endShelf(client, of)
      toast.success(written.isSent ? `“${of.buildingName}”${shelfScope(of)}的检修已结束` : written.words)
    }, '检修未结束，请重试')
  }
  return (
    <Button size="small" busy={busy} disabled={isWaiting} onClick={() => void end()}>
      {isWaiting ? '待提交' : of.state === 'planned' ? '取消' : '结束检修'}
    </Button>
  )
}
