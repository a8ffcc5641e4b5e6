import { type ReactNode, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { problemKind } from '#contract/dict/problem-kind.ts'
import type { ListedProblem, problem, ProblemBuilding } from '#contract/problem.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { fromWireTime } from '#contract/time.ts'
import { ageText, fireLook } from '#app/parts/alarm/alarm-age.rules.ts'
import { kindWord } from '#app/parts/alarm/alarm-device.ts'
import { urgencyHeads } from '#app/parts/alarm/urgency.ts'
import { readServerTime } from '#app/parts/alarm/use-server-time.ts'
import { useWaitingWrites } from '#app/parts/alarm/use-waiting-writes.ts'
import { useNow } from '#app/lib/use-now.ts'
import { ConditionMarks } from '#app/parts/condition-mark.tsx'
import { FireLead } from '#app/parts/problem/fire-lead.tsx'
import { headedFire, repeatedFire } from '#app/parts/problem/fire-order.ts'
import { ProblemAge } from '#app/parts/problem/problem-age.tsx'
import { useMay } from '#app/session/use-may.ts'
import { useCanEdit } from '#app/parts/use-can-edit.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { ChevronDownIcon } from '#app/ui/icon.tsx'
import { cx } from '#app/ui/cx.ts'
import { GroupStrip } from '#app/ui/group-strip.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { fireDevices, type Fold, firesOf, groupsOf, isFold } from './problem-groups.rules.ts'
import { ProblemRow } from './problem-row.tsx'
import { choiceOf, fireKey } from './row-choice.ts'
import { isUnresolved, type StatisticsSearch } from './statistics-search.ts'
import { useOpenFires } from './use-open-fires.ts'
import type { Tick } from './use-ticked-problems.ts'

interface ProblemListProps {
  readonly of: OutputOf<typeof problem.list>
  readonly search: StatisticsSearch
  readonly isDesk: boolean
  readonly tickOf: (row: ListedProblem) => Tick | undefined
  readonly busy: boolean
}

export function ProblemList({ of, search, isDesk, tickOf, busy }: ProblemListProps) {
  const writes = useWaitingWrites()
  const [unfolded, setUnfolded] = useState<readonly string[]>([])
  const devices = fireDevices(of, search.search !== undefined)
  const fires = firesOf(of.list, devices)
  const now = useNow()
  const isKnown = fires !== undefined
  const open = useOpenFires().data?.list.filter(({ id }) => of.list.some(({ alarmId }) => alarmId === id)) ?? []
  const heads = urgencyHeads(open, now, isKnown)
  const repeated = (one: ListedProblem) =>
    isKnown && one.kind === 'fire' ? repeatedFire(one, of.list, open) : undefined
  const headed = (one: ListedProblem) => (isKnown && one.kind === 'fire' ? headedFire(one, of.list, open) : undefined)
  const headedIds = new Set(of.list.map((one) => headed(one)?.id))
  const headOf = (one: ListedProblem | undefined) =>
    isKnown && one?.kind === 'fire' && (headed(one) || !repeated(one)) ? heads.get(one.alarmId ?? '') : undefined
  const firstFire = of.list.find(({ kind }) => kind === 'fire')
  const firstHead = headOf(firstFire)
  const isKindSaid = (one: ListedProblem) =>
    one.kind === 'fire' &&
    of.list
      .slice(0, of.list.indexOf(one) + 1)
      .some((before) => before !== firstFire && headOf(before)?.includes(kindWord({ kind: 'electrical' })))
  const row = (one: ListedProblem, withBuilding: boolean, hidesNext = false) => {
    const lead = withBuilding && headed(one)
    return (
      <li key={one.id} className="border-b border-line">
        {withBuilding && one !== firstFire && headOf(one) && <GroupStrip>{headOf(one)}</GroupStrip>}
        {lead && (
          <FireLead
            of={lead}
            problems={of.list.filter(({ alarmId }) => alarmId === lead.id).length}
            className="border-b border-line"
            pane={
              isDesk
                ? {
                    row: fireKey(lead.id),
                    isChosen: lead.id === search.fire,
                    search: { ...search, ...choiceOf(fireKey(lead.id)) },
                  }
                : undefined
            }
          />
        )}
        <ProblemRow
          of={one}
          writes={writes}
          search={search}
          withBuilding={withBuilding}
          sameFire={withBuilding ? repeated(one) : undefined}
          isKindSaid={withBuilding && isKindSaid(one)}
          isHeaded={headedIds.has(one.alarmId ?? '')}
          isLoud={
            fireLook(
              open.find(({ id }) => id === one.alarmId),
              now,
            ) === true
          }
          isChosen={isDesk && one.id === search.id}
          isStep={!isDesk}
          hidesNext={hidesNext}
          tick={tickOf(one)}
        />
      </li>
    )
  }
  if (!isUnresolved(search))
    return (
      <ul aria-label="设施运行问题" aria-busy={busy} className={cx(busy && 'opacity-60')}>
        {of.list.map((one) => row(one, true))}
      </ul>
    )
  return (
    <div aria-busy={busy} className={cx(busy && 'opacity-60')}>
      {groupsOf(of.list, of.buildings).map(({ key, building, items }) => {
        const next = building ? undefined : nextOfAll(items)
        return (
          <section key={key} aria-label={building?.buildingName ?? problemKind.label('fire')}>
            {building ? (
              <BuildingHead of={building} rows={of.list} />
            ) : (
              <FiresHead
                count={devices}
                fires={fires}
                search={search}
                next={next}
                order={
                  firstHead ??
                  ((isKnown && heads.size > 0) || fires === 1
                    ? ''
                    : open.length > 0 && isKnown
                      ? '紧急的在前'
                      : '久的在前')
                }
              />
            )}
            <ul>
              {items.map((item) => {
                if (!isFold(item)) return row(item, building === undefined, next !== undefined)
                const isOpen = unfolded.includes(item.id) || item.rows.some(({ id }) => isDesk && id === search.id)
                return (
                  <li key={item.id} className="border-b border-line">
                    <FoldRow
                      of={item}
                      isOpen={isOpen}
                      onPress={() =>
                        setUnfolded(isOpen ? unfolded.filter((id) => id !== item.id) : [...unfolded, item.id])
                      }
                    />
                    {isOpen && <ul className="border-t border-line pl-4">{item.rows.map((one) => row(one, false))}</ul>}
                  </li>
                )
              })}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

function nextOfAll(items: readonly (ListedProblem | Fold)[]): string | undefined {
  const nexts = new Set(items.flatMap((item) => (isFold(item) || item.status !== 0 ? [] : [item.next])))
  const [next] = nexts
  return nexts.size === 1 && next ? next : undefined
}

const HEAD =
  'sticky top-bar z-sticky lg:top-0 flex min-h-[2.75rem] flex-wrap items-center gap-x-3 border-b border-line px-4 py-1 lg:min-h-[2.25rem]'

interface FiresHeadProps {
  readonly count: number | undefined
  readonly fires: number | undefined
  readonly search: StatisticsSearch
  readonly next: string | undefined
  readonly order: string
}

function FiresHead({ count, fires, search, next, order }: FiresHeadProps) {
  const mayDecide = useMay('duty')
  const words = (
    <>
      <span className="min-w-0 gap-x-3 max-md:flex-1 md:flex md:items-center">
        <span className="block leading-5">
          {problemKind.label('fire')}
          {fires !== undefined && ` ${fires} 处 ·`}
          {count !== undefined && ` ${count} 个问题`}
        </span>{' '}
        {next && <span className="block text-sm font-normal max-md:leading-[1.125rem]">{next}</span>}
      </span>
      <span className="ml-auto text-sm font-normal max-md:sr-only">{order}</span>
    </>
  )
  const look = 'fire-edge bg-danger-soft text-base font-semibold text-danger-ink'
  if (!mayDecide) return <h3 className={cx(HEAD, look)}>{words}</h3>
  return (
    <h3 className={cx(HEAD, look, '!p-0')}>
      <Link
        to="/alarms"
        search={search.buildingId ? { building: search.buildingId } : {}}
        className="group flex min-h-control flex-1 items-center gap-x-3 self-stretch px-4 py-1 -outline-offset-2 lg:min-h-0"
      >
        {words}
        <span className="flex items-center whitespace-nowrap group-hover:underline max-md:ml-auto">
          去确认
          <ChevronRightIcon />
        </span>
      </Link>
    </h3>
  )
}

const ageOf = (since: string) => ageText(readServerTime() - fromWireTime(since).getTime(), false)

function longestOf({ buildingId, since }: ProblemBuilding, rows: readonly ListedProblem[]) {
  const own = rows.filter((row) => row.buildingId === buildingId && row.kind !== 'fire')
  const isHandled = own.some(({ happenTime, status }) => happenTime === since && status === 1)
  const open = own.flatMap(({ happenTime, status }) => (status === 0 ? [happenTime] : [])).sort()[0]
  return since && (isHandled && open ? { open, handled: since } : { open: since })
}

function BuildingHead({ of, rows }: { readonly of: ProblemBuilding; readonly rows: readonly ListedProblem[] }) {
  const canEdit = useCanEdit()
  const longest = longestOf(of, rows)
  return (
    <h3 className={cx(HEAD, 'justify-between bg-sunk text-base font-semibold max-lg:!py-0')}>
      <span className="flex min-w-0 flex-wrap items-center gap-x-3">
        <Link
          to="/buildDetail/$id/$canEdit/$tabName"
          params={{ id: of.buildingId, canEdit, tabName: 'todoInfo' }}
          className="flex min-h-control min-w-0 items-center break-words hover:text-link hover:underline lg:min-h-0"
        >
          {of.buildingName}
        </Link>
        <ConditionMarks of={{ faultNum: of.faults, offlineNum: of.offline }} />
      </span>
      {longest && (
        <span className="pointer-events-none whitespace-nowrap text-right text-sm font-normal text-ink-soft">
          {longest.handled ? '最久未处理' : '最久'} {ageOf(longest.open)}
          {longest.handled && (
            <span className="max-md:block">
              <span className="max-md:hidden"> · </span>最久待恢复 {ageOf(longest.handled)}
            </span>
          )}
        </span>
      )}
    </h3>
  )
}

function FoldRow({ of, isOpen, onPress }: { of: Fold; isOpen: boolean; onPress(): void }): ReactNode {
  const [first] = of.rows
  if (!first) return null
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onPress}
      className="flex scroll-mt-11 min-h-[3.25rem] w-full items-start gap-3 px-4 py-2.5 text-left hover:bg-sunk"
    >
      <ToneMark tone="unknown" className="mt-1 h-[1.125rem] w-[1.125rem]" />
      <span className="min-w-0 flex-1">
        <span className="block text-base leading-snug">
          {first.floor} {of.rows.length} 个设备同时离线
        </span>
        <span className="block text-sm text-ink-soft">可能同一回路或电源 · 检查供电和网络</span>
      </span>
      <ProblemAge of={first} className="text-base" />
      <ChevronDownIcon className={cx('mt-1 shrink-0 text-ink-soft transition-transform', isOpen && 'rotate-180')} />
    </button>
  )
}
