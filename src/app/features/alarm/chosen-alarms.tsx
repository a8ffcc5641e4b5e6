import { useState } from 'react'
import type { AlarmRow } from '#contract/alarm.ts'
import type { Verdict } from '#contract/alarm.rules.ts'
import { waitingActs } from '#app/data/alarm-acts.ts'
import { calledSince } from '#app/parts/alarm/arriving.rules.ts'
import { useWaitingWrites } from '#app/parts/alarm/use-waiting-writes.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { JudgeForm } from '#app/parts/alarm/judge-form.tsx'
import { useAlarmActs } from '#app/parts/alarm/use-alarm-acts.ts'

interface ChosenAlarmsProps {
  readonly undecided: readonly AlarmRow[]
  readonly chosen: readonly AlarmRow[]
  onChoose(chosen: readonly string[]): void
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

export function ChosenAlarms({ undecided, chosen, onChoose }: ChosenAlarmsProps) {
  const { busy, acknowledge, judge } = useAlarmActs()
  const [isJudging, setJudging] = useState(false)
  const [verdict, setVerdict] = useState<Verdict>()
  const writes = useWaitingWrites()
  const fresh = chosen.filter((of) => calledSince(of) !== null && !waitingActs(writes, of.id).isAcked)
  if (undecided.length === 0) return null
  /** Failed rows stay selected. */
  const untick = (done: readonly { readonly id: string }[]) => {
    const ids = idsOf(done)
    onChoose(idsOf(chosen).filter((id) => !ids.includes(id)))
  }
  async function decide(decided: Verdict, note: string) {
    const done = await judge(chosen, decided, note)
    setJudging(false)
    untick(done)
  }
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-1 md:max-xl:-mr-3 md:max-xl:gap-x-1">
      <Checkbox
        checked={chosen.length === undecided.length}
        onChange={({ target }) => onChoose(target.checked ? idsOf(undecided) : [])}
      >
        {chosen.length > 0 ? `已选 ${chosen.length} 条` : '全选本页待确认'}
      </Checkbox>
      {chosen.length > 0 && (
        <>
          <Button size="small" busy={busy} disabled={fresh.length === 0} onClick={() => void acknowledge(fresh, true)}>
            我去看
          </Button>
          <Button
            size="small"
            disabled={busy}
            onClick={() => {
              setVerdict(undefined)
              setJudging(true)
            }}
          >
            确认结果
          </Button>
        </>
      )}
      <LazyDialog
        open={isJudging && chosen.length > 0}
        title={`确认 ${chosen.length} 条火警`}
        width={600}
        closing="button"
        onClose={() => setJudging(false)}
      >
        <JudgeForm
          isForMany
          look="block"
          verdict={verdict}
          onVerdict={setVerdict}
          label="现场情况（真实火警请逐条确认）"
          busy={busy}
          onCancel={() => setJudging(false)}
          onJudge={(decided, note) => void decide(decided, note)}
        />
      </LazyDialog>
    </div>
  )
}
