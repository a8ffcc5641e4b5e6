import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AlarmRow } from '#contract/alarm.ts'
import { REAL } from '#contract/alarm.rules.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { waitingActs } from '#app/data/alarm-acts.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { formatTime } from '#app/lib/format.ts'
import { useMay } from '#app/session/use-may.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { ShelfButton } from '../shelf-button.tsx'
import type { AlarmHandling } from './alarm-handling.rules.ts'
import { useWaitingWrites } from './use-waiting-writes.ts'

export const AUTHORITY_RANK = 3

interface JudgedAlarmProps {
  readonly of: AlarmRow
  readonly handling: AlarmHandling
  readonly isBar: boolean
  readonly isCorrecting: boolean
  readonly undo: ReactNode
  onReal(): void
  onCorrect(): void
}

export function JudgedAlarm({ of, handling, isBar, isCorrecting, undo, onReal, onCorrect }: JudgedAlarmProps) {
  const isAuthority = useMay('gov')
  const isOutranked = of.judgeRank === AUTHORITY_RANK && !isAuthority
  const isDone = !isBar && handling.isDone
  const { verdict } = handling
  return (
    <div className="flex min-h-[2.5rem] min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2 text-base">
      {isDone && (
        <p className="flex basis-full items-center gap-1.5 text-lg font-semibold text-ok-ink">
          <ToneMark tone="ok" />
          已处理完
        </p>
      )}
      <p className="min-w-0">
        {handling.waiting.verdict === null
          ? `${fireHandling.label(verdict)}：${of.judgeBy ?? ''} ${formatTime(of.judgeTime)} 确认${of.note ? `，${of.note}` : ''}`
          : `您已确认为${fireHandling.label(verdict)}，待提交`}
      </p>
      {verdict !== REAL && !isOutranked && (isBar || !isCorrecting) && (
        <Button kind="danger" block={!isBar} className={isBar ? 'h-10' : 'h-12'} onClick={onReal}>
          改为真实火警
        </Button>
      )}
      {isDone && <Remaining id={of.id} />}
      {verdict !== REAL && undo}
      {(verdict === 3 || verdict === 4) && of.buildingId && (
        <ShelfButton
          size="small"
          place={{
            buildingId: of.buildingId,
            buildingName: of.buildingName ?? '',
            reason: verdict === 3 ? 'maintenance' : 'test',
            ...(of.deviceId && {
              point: { id: of.deviceId, label: [of.deviceName, of.deviceNo].filter(Boolean).join(' ') },
            }),
          }}
        />
      )}
      {isOutranked ? (
        <p className="text-sm text-ink-soft">已由消防救援机构确认，如有异议请联系消防救援机构。</p>
      ) : (
        <Button size="small" aria-expanded={isCorrecting} onClick={onCorrect}>
          更正
        </Button>
      )}
    </div>
  )
}

function Remaining({ id }: { id: string }) {
  const writes = useWaitingWrites()
  const { data } = useQuery(alarmQuery.open())
  if (!data) return null
  const isEnded = (one: string) => one === id || (waitingActs(writes, one).verdict ?? REAL) !== REAL
  const count = data.total - data.list.filter((one) => isEnded(one.id)).length
  if (count === 0) return <p className="basis-full text-sm text-ink-soft">没有其他未结束的火警</p>
  return (
    <Link to="/alarms" replace className={buttonClass({ kind: 'primary', size: 'small' })}>
      另有 {count} 处火警未结束
    </Link>
  )
}
