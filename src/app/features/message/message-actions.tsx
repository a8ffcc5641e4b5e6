import { useQuery, useQueryClient } from '@tanstack/react-query'
import { deleteMessage, messageQuery } from '#app/data/message.ts'
import { useAsyncAction } from '#app/parts/use-async-action.ts'
import { Button } from '#app/ui/button.tsx'
import { confirm } from '#app/ui/confirm.ts'
import { toast } from '#app/ui/toast-queue.ts'
import { ThingLink } from './thing-link.tsx'

const nothing = () => undefined

interface MessageActionsProps {
  readonly id: string
  onLeave(): void
  onFollow?(): void
}

const FIRST_LINK = /<a [^>]*href="(\/[^/"][^"]*)"/

export function MessageActions({ id, onLeave, onFollow = nothing }: MessageActionsProps) {
  const client = useQueryClient()
  const { data } = useQuery(messageQuery.opened(id))
  const { busy, run } = useAsyncAction()

  async function remove() {
    if (
      !(await confirm({
        question: `是否删除“${data?.title ?? '该消息'}”？`,
        detail: '删除后不能恢复。',
        danger: true,
        yes: '删除',
      }))
    )
      return
    await run(async () => {
      const written = await deleteMessage(client, id)
      toast.success(written.isSent ? `删除成功：${data?.title ?? '消息'}` : written.words)
      onLeave()
    })
  }
  return (
    <>
      <Button busy={busy} onClick={() => void remove()}>
        删除
      </Button>
      <Button onClick={onLeave}>返回</Button>
      <ThingLink kind="primary" path={FIRST_LINK.exec(data?.messageHtml ?? '')?.[1]} onFollow={onFollow} />
    </>
  )
}
