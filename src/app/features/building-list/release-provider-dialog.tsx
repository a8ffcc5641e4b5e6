import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { BuildingRow } from '#contract/building.ts'
import { releaseProvider } from '#app/data/building.ts'
import { useAsyncAction } from '#app/parts/use-async-action.ts'
import { Button } from '#app/ui/button.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { toast } from '#app/ui/toast-queue.ts'

/** Source: document 2, section 9. */
const COUNTDOWN = 5

interface Props {
  readonly row: BuildingRow
  readonly open: boolean
  onClose(): void
}

export function ReleaseProviderDialog({ row, open, onClose }: Props) {
  const client = useQueryClient()
  const left = useCountdown(open)
  const { busy, run } = useAsyncAction()

  const release = () =>
    run(async () => {
      await releaseProvider(client, row.id)
      onClose()
      toast.success(`已解绑服务商“${row.isvName ?? '--'}”`)
    }, '服务商未解绑，请重试')

  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      title={`是否解绑服务商“${row.isvName ?? '--'}”？`}
      width={420}
      urgent
      footer={
        <>
          <Button data-autofocus="" onClick={onClose}>
            取消
          </Button>
          <Button kind="danger" disabled={left > 0} busy={busy} onClick={() => void release()}>
            {left > 0 ? `解绑（${left}）` : '解绑'}
          </Button>
        </>
      }
    >
      <p className="text-base">解绑后，该服务商的点位和实时状态将被清空，且不能恢复。</p>
      <ul className="mt-3 space-y-1 text-sm text-ink-soft">
        <li>建筑：{row.name}</li>
        <li>服务商：{row.isvName ?? '--'}</li>
      </ul>
      <p className="mt-3 text-sm text-ink-soft">
        接入状态、进度和审批中的申报一并清空；历史记录、评分和未确认的火警仍然保留。
      </p>
    </LazyDialog>
  )
}

function useCountdown(running: boolean): number {
  const [left, setLeft] = useState(COUNTDOWN)
  const [ran, setRan] = useState(running)
  if (running !== ran) {
    setRan(running)
    setLeft(COUNTDOWN)
  }
  useEffect(() => {
    if (!running) return undefined
    const timer = setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1000)
    return () => clearInterval(timer)
  }, [running])
  return left
}
