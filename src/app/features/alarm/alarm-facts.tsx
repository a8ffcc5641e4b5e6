import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AlarmDetail, AlarmRow } from '#contract/alarm.ts'
import { waitingActs } from '#app/data/alarm-acts.ts'
import { ago, formatTime, orMissing } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { useWaitingWrites } from './use-waiting-writes.ts'
import { DataTime } from '#app/parts/data-time.tsx'
import { useCanEdit } from '#app/parts/use-can-edit.ts'
import { PhoneIcon } from '#app/ui/action-icons.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { Details } from '#app/ui/details.tsx'
import { placeOf, sizeWord, stateWord } from './alarm-words.ts'

interface AlarmFactsProps {
  readonly of: AlarmRow | AlarmDetail
  readonly answer: Pick<UseQueryResult, 'dataUpdatedAt' | 'isFetching'>
}

/** State, building and place of an alarm, and whom to call. */
export function AlarmHead({ of, answer }: AlarmFactsProps) {
  const now = useNow()
  const { text, tone } = stateWord(of, waitingActs(useWaitingWrites(), of.id))
  const canEdit = useCanEdit()
  const phone = 'contactPhone' in of ? of.contactPhone : null
  const contact = 'contactName' in of ? of.contactName : null
  return (
    <section aria-label="火警概要">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone}>{text}</Badge>
        {of.isOpen && <span className="text-sm text-ink-soft">{ago(of.alarmTime, now)}</span>}
        {of.priority === 1 && of.isOpen && (
          <span className="text-sm font-medium text-danger-ink">3 分钟内有多个设备报警，请先按真实火警处置</span>
        )}
      </div>
      <h3 className="mt-1 break-words text-xl font-semibold text-ink">{of.buildingName ?? of.source ?? '未知来源'}</h3>
      <p className="break-words text-base text-ink">{placeOf(of)}</p>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {phone && /^[\d+-]+$/.test(phone) && (
          <a href={`tel:${phone}`} className={buttonClass()}>
            <PhoneIcon />
            呼叫{contact ?? ''} {phone}
          </a>
        )}
        {of.buildingId && (
          <Link
            to="/buildDetail/$id/$canEdit/$tabName"
            params={{ id: of.buildingId, canEdit, tabName: 'iotInfo' }}
            className={buttonClass()}
          >
            查看建筑
          </Link>
        )}
        <DataTime of={answer} />
      </div>
    </section>
  )
}

/** Where exactly, since when, how much speaks for it. */
export function AlarmFacts({ of }: Pick<AlarmFactsProps, 'of'>) {
  const contact = 'contactName' in of ? of.contactName : null
  return (
    <section aria-label="火警信息" className="border-t border-line pt-4">
      <Details
        rows={[
          ['地址', orMissing(of.address)],
          ['首个设备', orMissing([of.deviceName, of.deviceNo].filter(Boolean).join(' '))],
          ['报警时间', formatTime(of.alarmTime)],
          ...(of.events > 1 ? ([['最近报警', formatTime(of.lastTime)]] as const) : []),
          ['范围', sizeWord(of)],
          ...(of.endTime ? ([['设备恢复', formatTime(of.endTime)]] as const) : []),
          ...(contact ? ([['安全管理人', contact]] as const) : []),
        ]}
      />
    </section>
  )
}
