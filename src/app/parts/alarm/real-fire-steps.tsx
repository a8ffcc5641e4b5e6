import { useEffect, useRef } from 'react'
import type { AlarmRow } from '#contract/alarm.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { CallIcon } from '#app/ui/action-icons.tsx'
import { cx } from '#app/ui/cx.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { alarmPlace } from './alarm-words.ts'

interface RealFireProps {
  readonly of: Pick<AlarmRow, 'buildingName' | 'address' | 'floor' | 'zone' | 'descript' | 'detail'>
  readonly isWaiting: boolean
}

/** 119 call; an unsent verdict is marked. */
export function RealFireSteps({ of, isWaiting }: RealFireProps) {
  const where = [of.address, of.buildingName, alarmPlace(of)].filter(Boolean).join('，')
  const root = useRef<HTMLElement>(null)
  useEffect(() => void root.current?.scrollIntoView?.({ block: 'nearest' }), [])
  return (
    <section ref={root} aria-label="真实火警处置" className="rounded-md border border-danger bg-danger-soft p-3">
      {isWaiting && (
        <p role="alert" className="mb-2 flex items-start gap-2 text-base font-semibold text-danger-ink">
          <ToneMark tone="danger" className="mt-1" />
          <span>尚未送达平台：真实火警只保存在本机，联网后自动提交。请直接拨打 119。</span>
        </p>
      )}
      <a href="tel:119" className={cx(buttonClass({ kind: 'danger', block: true }), 'min-h-[3.25rem] text-lg')}>
        <CallIcon />
        拨打 119
      </a>
      <ol className="mt-3 list-decimal space-y-1.5 pl-5 text-base text-ink">
        <li>拨打 119：{where ? `${where}发生火灾，说明燃烧物和有无人员被困` : '说明地址、燃烧物和有无人员被困'}</li>
        <li>将消防联动控制转为自动，启动消防广播，组织人员疏散</li>
        <li>报告消防安全责任人，启动灭火和应急疏散预案</li>
        <li>派人到路口接应消防车</li>
      </ol>
    </section>
  )
}
