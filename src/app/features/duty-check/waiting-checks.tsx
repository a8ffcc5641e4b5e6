import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { createPortal } from 'react-dom'
import { answerDuty, waitingChecks } from '#app/data/duty-check.ts'
import { unlessLive } from '#app/data/live-state.ts'
import { useAsyncAction } from '#app/parts/use-async-action.ts'
import { useMay } from '#app/session/use-may.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast-queue.ts'

const EVERY_MS = 60_000

export function WaitingChecks() {
  return useMay('unit') ? <Waiting /> : null
}

function Waiting() {
  const client = useQueryClient()
  const { data } = useQuery({ ...waitingChecks(), refetchInterval: unlessLive(EVERY_MS) })
  const { busy, run } = useAsyncAction()
  const list = data?.list ?? []
  const [first] = list
  if (!first) return null
  const askers = [...new Set(list.map(({ askedBy }) => askedBy))].join('、')
  const buildings = new Set(list.map(({ buildingId }) => buildingId)).size
  const named = `${first.buildingName}${buildings > 1 ? `等 ${buildings} 栋` : ''}`
  const due = list.reduce((least, { dueTime }) => (dueTime < least ? dueTime : least), first.dueTime)
  const answer = () =>
    run(async () => {
      await answerDuty(
        client,
        list.map(({ id }) => id),
      )
      toast.success(`已应答：${named}`)
    }, '未能提交，请重试')
  return createPortal(
    <section
      role="alert"
      aria-label="查岗"
      className="not-printed fixed inset-x-2 bottom-foot mb-20 md:mb-0 z-check rounded-md border border-line bg-panel p-4 text-ink shadow-float md:bottom-24 md:left-auto md:right-4 md:w-[26rem]"
    >
      <p className="text-lg font-semibold">{askers}查岗</p>
      <p className="break-words text-base">
        {named}，请在 {due.slice(11, 16)} 前应答
      </p>
      <div className="mt-3 grid grid-cols-2 gap-2">
        <Button kind="primary" block busy={busy} onClick={() => void answer()}>
          在岗
        </Button>
        <Link to="/dutyChecks" className={buttonClass({ block: true })}>
          查看
        </Link>
      </div>
    </section>,
    document.body,
  )
}
