import { Button } from '#app/ui/button.tsx'
import { confirm } from '#app/ui/confirm.ts'
import type { NamedAlarm } from '#app/data/alarm-acts.ts'
import { useAlarmActs } from './use-alarm-acts.ts'

export function EndFire({ of, isWaiting }: { of: NamedAlarm; isWaiting: boolean }) {
  const { busy, end } = useAlarmActs()
  async function ask() {
    const isSure = await confirm({
      question: '火已扑灭？',
      detail: '该火警将不再列为未结束，不能撤销；设备再次报警的，产生新的火警。',
      yes: '确认已扑灭',
    })
    if (isSure) await end(of)
  }
  if (isWaiting) return <p className="py-2 text-base font-semibold">已确认火已扑灭，尚未送达平台，联网后自动提交。</p>
  return (
    <Button block busy={busy} className="min-h-[2.75rem]" onClick={() => void ask()}>
      火已扑灭
    </Button>
  )
}
