import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useNow } from '#app/lib/use-now.ts'
import { useUnsent } from '#app/offline/outbox/outbox-state.ts'
import { ConditionMark } from '#app/parts/condition-mark.tsx'
import { Dotted } from '#app/ui/dotted.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { LowMatter, SilentMatter } from './building-matters.tsx'
import { partsOf, scopeOf } from './dashboard-queries.ts'
import { Matter, matterClass } from './matter-row.tsx'
import { type Duty, NowBlock } from './now-block.tsx'
import { ageWords } from './now.rules.ts'
import { OfflineMatter } from './offline-matter.tsx'

export function UnitNow() {
  const parts = partsOf('')
  const alarms = useQuery(parts.alarms)
  const duty = useQuery(parts.duty)
  const unsent = useUnsent()
  const refused = unsent.filter(({ state }) => state === 'refused').length
  const tone = refused > 0 ? 'attention' : 'working'
  const now = useNow()
  const matters = duty.data ? mattersOf(duty.data, now) : []
  if (unsent.length > 0)
    matters.push(
      <Link key="unsent" to="/outbox" className={matterClass}>
        <Matter
          mark={<ToneMark tone={tone} />}
          tone={tone}
          count={unsent.length}
          title="项待提交"
          detail={refused > 0 ? `${refused} 项提交失败，去修改或放弃` : '联网后自动提交'}
        />
      </Link>,
    )
  return <NowBlock alarms={alarms} duty={duty} matters={matters} />
}

function mattersOf({ silent, low, offline, problems, refused }: Duty, now: Date): ReactElement[] {
  const unresolved = problems.fires + problems.faults + problems.offline
  const kinds = [
    problems.fires > 0 && `火警超时 ${problems.fires} 个设备`,
    problems.faults > 0 && `异常 ${problems.faults}`,
    problems.offline > 0 && `离线 ${problems.offline}`,
    problems.fires === 0 && problems.since !== null && `最久 ${ageWords(problems.since, now)}`,
  ]
  const matters = silent.map((provider) => (
    <SilentMatter key={provider.providerId} of={provider} to={{ isvId: provider.providerId }} />
  ))
  if (low.buildings > 0) matters.push(<LowMatter key="low" of={low} to={{ condition: 'low' }} />)
  if (offline.points > 0)
    matters.push(<OfflineMatter key="offline" of={offline} problems={problems.offline} scope={scopeOf('')} />)
  if (unresolved > 0)
    matters.push(
      <Link key="problems" to="/problemStatistics" search={{ status: '0' }} className={matterClass}>
        <Matter
          mark={<ConditionMark of="fault" />}
          tone="attention"
          count={unresolved}
          title="个问题未解决"
          detail={<Dotted of={kinds} />}
        />
      </Link>,
    )
  if (refused.buildings > 0)
    matters.push(
      <Link key="refused" to="/buildingList" search={{ tab: 'approve', approveStatus: '1' }} className={matterClass}>
        <Matter
          mark={<ToneMark tone="idle" />}
          tone="idle"
          count={refused.buildings}
          title="栋建筑的申请被拒绝"
          detail={[refused.name, refused.reason].filter(Boolean).join('：')}
        />
      </Link>,
    )
  return matters
}
