import { lazy, type ReactNode, Suspense, useRef } from 'react'
import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { ScoreCheck } from '#contract/score.ts'
import { buildingDetailQuery } from '#app/data/building-detail.ts'
import { formatNumber, shortTime } from '#app/lib/format.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { useNow } from '#app/lib/use-now.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Card, CardSpace } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { Dotted } from '#app/ui/dotted.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import type { Tone } from '#app/ui/tone.ts'
import { ScoreStory } from './score-story.tsx'
import { describedWithoutDevice, isFireCheck, ScoreSummary, sumOf } from './score-summary.tsx'

const ScoreTrendCard = lazy(() =>
  import('./score-trend-card.tsx').then((loaded) => ({ default: loaded.ScoreTrendCard })),
)

export function ScoreTab({ buildingId, canEdit }: { buildingId: string; canEdit: boolean }) {
  const trend = useRef<HTMLDivElement>(null)
  return (
    <div className="grid items-start gap-3 xl:grid-cols-[minmax(0,1fr)_398px] xl:grid-rows-[auto_1fr]">
      <div className="min-w-0 xl:col-start-1 xl:row-span-2 xl:row-start-1">
        <Checks
          buildingId={buildingId}
          canEdit={canEdit}
          state="fail"
          title="扣分项"
          none="没有扣分项"
          story={<ScoreStory buildingId={buildingId} onOpen={() => trend.current?.scrollIntoView()} />}
        />
      </div>
      <div ref={trend} className="min-w-0 xl:col-start-2">
        <Suspense fallback={<CardSpace height={316} className="max-md:!h-[19.125rem]" />}>
          <ScoreTrendCard buildingId={buildingId} />
        </Suspense>
      </div>
      <div className="min-w-0 xl:col-start-2">
        <Checks buildingId={buildingId} canEdit={canEdit} state="ok" title="达标项" none="暂无达标项" />
      </div>
    </div>
  )
}

interface ChecksProps {
  readonly buildingId: string
  readonly canEdit: boolean
  readonly state: 'ok' | 'fail'
  readonly title: string
  readonly none: string
  readonly story?: ReactNode
}

function Checks({ buildingId, canEdit, state, title, none, story }: ChecksProps) {
  const checks = useQuery(buildingDetailQuery.checks(buildingId, state))
  const lost = checks.data?.flatMap(({ logs }) => logs) ?? []
  return (
    <Card
      title={title}
      freshness={<DataTime of={checks} />}
      actions={
        state === 'fail' &&
        lost.length > 0 && (
          <span className="mr-7 flex !-translate-y-0.5 items-baseline gap-2.5 whitespace-nowrap text-sm text-ink-soft">
            合计 {lost.length} 项
            <span className="font-figure text-xl font-semibold text-ink">−{formatNumber(sumOf(lost), 1)} 分</span>
          </span>
        )
      }
    >
      {checks.isLoadingError && story && <div className="-mx-4 -mt-4">{story}</div>}
      <QueryResult
        of={checks}
        waiting={
          <Loading className="min-h-[42rem] md:min-h-[30rem] xl:min-h-[20rem]">
            <SkeletonText lines={8} />
          </Loading>
        }
      >
        {(groups) =>
          groups.length === 0 ? (
            <>
              {story && <div className="-mx-4 -mt-4">{story}</div>}
              <Empty title={none} />
            </>
          ) : (
            <div className={state === 'ok' ? 'space-y-3' : 'space-y-4'}>
              {state === 'fail' && (
                <div className="-mx-4 -mt-4">
                  {story}
                  <ScoreSummary of={lost} buildingId={buildingId} canEdit={canEdit} />
                </div>
              )}
              {byLoss(groups, ({ logs }) => logs).map(({ systemName, logs }) => (
                <section key={systemName}>
                  <h3 className="mb-1 flex items-baseline gap-2 text-base font-semibold">
                    {state === 'ok' && <ToneMark tone="ok" className="self-center max-xl:h-5 max-xl:w-5" />}
                    <span className="min-w-0 break-words">{systemName}</span>
                    <span className="text-sm font-normal text-ink-soft">
                      {state === 'ok' && logs.length === 1 ? logs[0]?.describe : `${logs.length} 项`}
                    </span>
                    <Loss of={sumOf(logs)} className="ml-auto mr-7 text-lg font-semibold" />
                  </h3>
                  <ul className={state === 'ok' && logs.length === 1 ? 'hidden' : 'border-t border-line'}>
                    {byLoss(byDevice(logs), (checks) => checks).map((checks) => (
                      <Device key={checks[0]?.id} of={checks} buildingId={buildingId} canEdit={canEdit} />
                    ))}
                  </ul>
                </section>
              ))}
            </div>
          )
        }
      </QueryResult>
    </Card>
  )
}

const byLoss = <T,>(all: readonly T[], checksOf: (one: T) => readonly ScoreCheck[]) =>
  [...all].sort(
    (a, b) =>
      sumOf(checksOf(b)) - sumOf(checksOf(a)) || newestFireOf(checksOf(b)).localeCompare(newestFireOf(checksOf(a))),
  )

const newestFireOf = (checks: readonly ScoreCheck[]) => checks.find(isFireCheck)?.since ?? ''

function toneOfChecks(checks: readonly ScoreCheck[]): Tone {
  const isAll = (word: string) => checks.every((check) => describedWithoutDevice(check).includes(word))
  if (checks.some(isFireCheck)) return 'fire'
  return isAll('离线') ? 'unknown' : isAll('屏蔽') ? 'idle' : 'attention'
}

function byDevice(checks: readonly ScoreCheck[]): ScoreCheck[][] {
  const groups = new Map<string, ScoreCheck[]>()
  for (const check of checks) {
    const key = check.deviceNo ?? check.id
    groups.set(key, [...(groups.get(key) ?? []), check])
  }
  return [...groups.values()]
}

function Loss({ of, className }: { of: number; className: string }) {
  if (of === 0) return null
  return (
    <span className={cx('shrink-0 whitespace-nowrap font-figure text-attention-ink', className)}>
      −{formatNumber(of)} 分
    </span>
  )
}

const OVER = /^(\S+?)超过 ?(\d+ ?[^未]+)/

function briefOf(checks: readonly ScoreCheck[]) {
  const found = checks.map((check) => ({ check, words: OVER.exec(describedWithoutDevice(check)) }))
  const kind = found[0]?.words?.[1]
  if (checks.length < 2 || !kind || found.some(({ words }) => words?.[1] !== kind)) return undefined
  return {
    kind,
    spans: found.map(({ check, words }) => `超 ${words?.[2]?.trim() ?? ''} −${formatNumber(check.deduction)}`),
  }
}

interface DeviceProps {
  readonly of: readonly ScoreCheck[]
  readonly buildingId: string
  readonly canEdit: boolean
}

function Device({ of: checks, buildingId, canEdit }: DeviceProps) {
  const [first] = checks
  const isPhone = !useMedia(DESK)
  if (!first) return null
  const { deviceName, deviceNo } = first
  const areSinceOne = checks.every(({ since }) => since === first.since)
  const isOne = deviceNo !== null && checks.length === 1
  const isFire = checks.some(isFireCheck)
  const brief = isPhone && deviceNo !== null && areSinceOne ? briefOf(checks) : undefined
  return (
    <li
      className={cx(
        'relative grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 break-words border-b border-line py-2 md:gap-x-6',
        sumOf(checks) > 0 && 'pr-7 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]',
        deviceNo !== null && 'cursor-pointer pr-7',
      )}
    >
      {deviceNo !== null && (
        <p className="relative pl-7 text-base text-ink xl:pl-5">
          {sumOf(checks) > 0 && (
            <ToneMark
              tone={toneOfChecks(checks)}
              className="absolute left-0 top-0.5 h-5 w-5 xl:top-[0.3em] xl:h-3.5 xl:w-3.5"
            />
          )}
          <Link
            to="/buildDetail/$id/$canEdit/$tabName"
            params={{ id: buildingId, canEdit: canEdit ? '1' : '0', tabName: 'pointInfo' }}
            search={{ point: deviceNo }}
            className="after:absolute after:inset-0 hover:text-link hover:underline"
          >
            {deviceName}
          </Link>
          <span className="block text-sm text-ink-soft">
            <span className="max-md:hidden">
              {deviceNo}
              {areSinceOne && first.since && '\u00a0· '}
            </span>
            {brief ? (
              <Dotted
                of={[
                  <span key="since">
                    {brief.kind}
                    {first.since && <Since of={first.since} />}
                  </span>,
                  ...brief.spans,
                ]}
              />
            ) : (
              areSinceOne && first.since && <Since of={first.since} className={isOne ? 'max-md:hidden' : undefined} />
            )}
          </span>
        </p>
      )}
      <ul
        className={cx(
          brief && 'hidden',
          deviceNo === null
            ? 'pl-7 md:col-span-2 xl:pl-5'
            : 'col-span-2 row-start-2 pl-7 md:col-span-1 md:col-start-2 md:row-start-1 md:pl-0',
        )}
      >
        {checks.map((check) => (
          <li key={check.id} className="flex items-baseline justify-between gap-3 text-sm text-ink-soft">
            <span className={cx('min-w-0', deviceNo === null && 'text-base text-ink')}>
              {isOne && check.since && (
                <span className="md:hidden">
                  <Since of={check.since} />，
                </span>
              )}
              {describedWithoutDevice(check)}
              {!(areSinceOne && deviceNo !== null) && check.since && (
                <span className="ml-2 text-ink-soft">
                  <Since of={check.since} />
                </span>
              )}
            </span>
            {checks.length > 1 && <Loss of={check.deduction} className="w-14 text-right text-sm !text-ink-soft" />}
          </li>
        ))}
      </ul>
      <Loss
        of={sumOf(checks)}
        className={cx('col-start-2 row-start-1 w-14 text-right text-base md:col-start-3', isFire && '!text-danger-ink')}
      />
      {deviceNo !== null && <ChevronRightIcon className="absolute right-0 top-3 text-ink-soft" />}
    </li>
  )
}

function Since({ of, className }: { readonly of: string; readonly className?: string | undefined }) {
  const [day, clock] = shortTime(of, useNow()).split(' ')
  return (
    <span className={cx('whitespace-nowrap', className)}>
      自 {day}
      {clock && <span className="max-md:hidden"> {clock}</span>}
    </span>
  )
}
