import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { AlarmRow } from '#contract/alarm.ts'
import type { approval } from '#contract/approval.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { type AuthorityArea, authorityParts } from '#app/data/authority.ts'
import { useNow } from '#app/lib/use-now.ts'
import { areaOf, buildingsOf, isHeldToDistrict } from '#app/parts/authority-area.ts'
import { isOlderThanDay } from '#app/parts/alarm/alarm-age.rules.ts'
import { useArrived } from '#app/parts/alarm/use-arrived.ts'
import { BuildingLink } from '#app/parts/building-link.tsx'
import { ConditionMark } from '#app/parts/condition-mark.tsx'
import { useDistrictOf } from '#app/parts/district-names.ts'
import { firesIn } from '#app/parts/districts/district-figures.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { AreaFigures } from './area-figures.tsx'
import { LowMatter, SilentMatter } from './building-matters.tsx'
import { Matter, matterClass } from './matter-row.tsx'
import { ageWords } from './now.rules.ts'
import { NowBlock } from './now-block.tsx'
import { OfflineMatter } from './offline-matter.tsx'

const ContactMatter = lazy(() => import('./contact-matter.tsx').then((m) => ({ default: m.ContactMatter })))

function orderOf(alarms: readonly AlarmRow[], now: Date): string | undefined {
  const rankOf = (of: AlarmRow) => Number(isOlderThanDay(of, now)) * 9 + of.priority
  const isTrue = alarms.every((of, at) => rankOf(alarms[at - 1] ?? of) <= rankOf(of))
  return isTrue ? '24 小时内报过的、多点同时或手动的在前' : undefined
}

interface AuthorityNowProps {
  readonly area: AuthorityArea
  /** Undefined: no reviewer. */
  readonly pending: UseQueryResult<OutputOf<typeof approval.pending>> | undefined
}

/** A chosen area hides no fire. */
export function AuthorityNow({ area, pending: waiting }: AuthorityNowProps) {
  const parts = authorityParts(area)
  const alarms = useQuery(parts.alarms)
  const arrived = useArrived(alarms.data?.list ?? [])
  const duty = useQuery({ ...parts.duty, placeholderData: keepPreviousData })
  const whole = areaOf({})
  const { silent = [], low, offline, problems } = duty.data ?? {}
  const pending = waiting?.data
  const now = useNow()
  const districtOf = useDistrictOf()
  const isHeld = isHeldToDistrict()
  const matters = silent.map((provider) => (
    <SilentMatter key={provider.providerId} of={provider} to={buildingsOf(area, { isvId: provider.providerId })} />
  ))
  if (low && low.buildings > 0)
    matters.unshift(<LowMatter key="low" of={low} to={buildingsOf(area, { condition: 'low' })} />)
  for (const of of ['own', 'organs', 'buildings'] as const)
    if (duty.data && (of === 'own' ? duty.data.isContactless : duty.data.contactless[of] > 0))
      matters.push(
        <Suspense key={of} fallback={<span className={matterClass} />}>
          <ContactMatter of={of} duty={duty.data} area={area} />
        </Suspense>,
      )
  if (problems && problems.buildings > 0)
    matters.push(
      <BuildingLink key="faults" to={buildingsOf(area, { condition: 'fault' })} className={matterClass}>
        <Matter
          mark={<ConditionMark of="fault" />}
          tone="attention"
          count={problems.buildings}
          title="栋建筑有异常"
          detail={`${problems.faults} 个异常未解决`}
        />
      </BuildingLink>,
    )
  if (offline && offline.points > 0) matters.push(<OfflineMatter key="offline" of={offline} scope={area} />)
  if (pending && pending.applications > 0)
    matters.push(
      <Link key="applications" to="/examineList" search={{ opensFirst: 1 }} className={matterClass}>
        <Matter
          mark={<ToneMark tone="working" />}
          tone="working"
          count={pending.applications}
          title="项申请待审批"
          detail={pending.oldest ? `最久等待 ${ageWords(pending.oldest, now)}` : null}
        />
      </Link>,
    )
  if (pending && pending.providers > 0)
    matters.push(
      <Link key="providers" to="/companyList" className={matterClass}>
        <Matter
          mark={<ToneMark tone="working" />}
          tone="working"
          count={pending.providers}
          title="家服务商待审核"
          detail="通过后才能接入建筑"
        />
      </Link>,
    )
  return (
    <NowBlock
      alarms={alarms}
      duty={duty}
      whole={useQuery(authorityParts(whole).duty)}
      isFiltered={area.countyNo !== whole.countyNo || area.buildType > 0}
      pending={waiting}
      matters={matters}
      score={
        <BuildingLink
          to={buildingsOf(area, { order: 'scoreAsc' })}
          className={`score-row border-b border-line ${matterClass}`}
        >
          <AreaFigures title="消防安全评分" area={area} total={firesIn(area.countyNo, alarms.data)} />
          <ChevronRightIcon className="-mr-bearing text-ink-soft" />
        </BuildingLink>
      }
      arrived={arrived}
      districtOf={isHeld ? () => undefined : districtOf}
      order={orderOf(alarms.data?.list ?? [], now)}
    />
  )
}
