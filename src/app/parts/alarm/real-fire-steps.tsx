import { lazy, Suspense, useEffect, useRef } from 'react'
import type { AlarmEnd, AlarmRow } from '#contract/alarm.ts'
import { shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { useMay } from '#app/session/use-may.ts'
import { cx } from '#app/ui/cx.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { alarmPlace } from './alarm-device.ts'
import { CallFireService } from './call-fire-service.tsx'
import { AUTHORITY_RANK } from './judged-alarm.tsx'

const EndFire = lazy(() => import('./end-fire.tsx').then((m) => ({ default: m.EndFire })))

interface RealFireProps {
  readonly of: AlarmRow
  readonly ends: readonly AlarmEnd[]
  readonly isWaiting: boolean
  readonly isEnded: boolean
}

export function RealFireSteps({ of, ends, isWaiting, isEnded }: RealFireProps) {
  const where = [of.address, of.buildingName, alarmPlace(of)].filter(Boolean).join('，')
  const isAuthority = useMay('gov')
  const now = useNow()
  const mayEnd = of.endTime === null && (isAuthority || of.judgeRank !== AUTHORITY_RANK)
  const end = !isWaiting && of.endTime !== null && ends.find(({ isUndone }) => !isUndone)
  const isOver = end || (isEnded && mayEnd)
  const steps = isAuthority ? AUTHORITY_STEPS : unitSteps(where)
  const root = useRef<HTMLElement>(null)
  useEffect(() => void root.current?.scrollIntoView?.({ block: 'nearest' }), [])
  return (
    <section
      ref={root}
      aria-label="真实火警处置"
      className={cx('rounded-md border p-3', isOver ? 'border-line bg-panel' : 'border-danger bg-danger-soft')}
    >
      {isWaiting && (
        <p role="alert" className="mb-2 flex items-start gap-2 text-base font-semibold text-danger-ink">
          <ToneMark tone="danger" className="mt-1" />
          <span>尚未送达平台：真实火警只保存在本机，联网后自动提交。</span>
        </p>
      )}
      {end && <p className="text-base font-semibold">真实火警已结束（{shortTime(end.tapTime, now)}）</p>}
      {!isOver && (
        <>
          <CallFireService kind={isAuthority ? 'secondary' : 'danger'} className="min-h-[3.25rem] text-lg" />
          <ol className="mt-3 list-decimal space-y-1.5 pl-5 text-base text-ink">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </>
      )}
      {mayEnd && (
        <div className={cx('min-h-[2.75rem]', !isOver && 'mt-3')}>
          <Suspense fallback={null}>
            <EndFire of={of} isWaiting={isEnded} />
          </Suspense>
        </div>
      )}
    </section>
  )
}

const AUTHORITY_STEPS = ['核实 119 是否已接警', '呼叫现场，了解火势和有无人员被困', '派员到场']

const unitSteps = (where: string) => [
  `拨打 119：${where ? `${where}发生火灾，说明燃烧物和有无人员被困` : '说明地址、燃烧物和有无人员被困'}`,
  '将消防联动控制转为自动，启动消防广播，组织人员疏散',
  '报告消防安全责任人，启动灭火和应急疏散预案',
  '派人到路口接应消防车',
]
