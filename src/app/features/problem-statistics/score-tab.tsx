import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { providerCard } from '#contract/dict/provider.ts'
import { questionStatus } from '#contract/dict/question-status.ts'
import { LIST_PAGE_SIZES } from '#contract/page-sizes.ts'
import type { ScoreProblem } from '#contract/score.ts'
import { formatNumber, orMissing, shortTime } from '#app/lib/format.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { useNow } from '#app/lib/use-now.ts'
import { FilterBar } from '#app/parts/filter-bar.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { cx } from '#app/ui/cx.ts'
import { DateRange } from '#app/ui/date-range.tsx'
import { Dotted } from '#app/ui/dotted.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toneClass } from '#app/ui/tone-class.ts'
import { Segmented } from '#app/ui/segmented.tsx'
import { WideTable } from '#app/ui/wide-table.tsx'
import { Labelled } from './labelled.tsx'
import { itemCounts, scorePageOf } from './statistics-queries.ts'
import { FIRST_SIZE, type StatisticsTabProps } from './statistics-search.ts'

/** Source: document 1. */
export function ScoreProblemTab({ search, onChange }: StatisticsTabProps) {
  const counts = useQuery(itemCounts())
  const items = useQuery({ ...scorePageOf(search), placeholderData: keepPreviousData })
  const isDesk = useMedia(DESK)
  const {
    scoreFrom: start = '',
    scoreTo: end = '',
    scoreStatus = '0',
    scorePage: page = 1,
    scoreSize: size = FIRST_SIZE,
  } = search
  const { unresolvedCount, solveCount, total } = counts.data ?? {}
  const statuses = [
    { value: '0', label: [questionStatus.label(0), unresolvedCount] },
    { value: '1', label: [questionStatus.label(1), solveCount] },
    { value: 'all', label: ['总问题', total] },
  ] as const
  const table = (rows: readonly ScoreProblem[] | undefined) => (
    <ScoreTable
      rows={rows}
      expected={size}
      busy={items.isPlaceholderData}
      status={scoreStatus}
      narrowed={start !== '' || end !== ''}
    />
  )
  return (
    <>
      <FilterBar
        first={
          <Segmented
            key={total}
            label="状态"
            options={statuses.map(({ value, label: [word, count] }) => ({
              value,
              label: count === undefined ? word : `${word} ${formatNumber(count)}`,
            }))}
            value={scoreStatus}
            onChange={(status) => onChange({ scoreStatus: status === '0' ? undefined : status, scorePage: undefined })}
          />
        }
        used={[start || end || undefined]}
      >
        <Labelled label="发生时间">
          <DateRange
            label="发生时间"
            value={{ start, end }}
            onChange={(span) =>
              onChange({ scoreFrom: span.start || undefined, scoreTo: span.end || undefined, scorePage: undefined })
            }
          />
        </Labelled>
        <span className="text-sm text-ink-soft max-lg:hidden">
          近 30 天内扣过分的，含更早发生的{scoreStatus === '0' && '；扣分多的在前'}
        </span>
      </FilterBar>
      <p className="border-line bg-sunk px-4 py-1 text-sm text-ink-soft max-md:border-b md:bg-transparent lg:hidden">
        {[`近 30 天内扣过分的${scoreStatus === '0' ? '，扣分多的在前' : ''}`, !isDesk && cardOfAll(items.data?.list)]
          .filter(Boolean)
          .join('；')}
      </p>
      <QueryResult of={items} waiting={table(undefined)}>
        {({ list }) => table(list)}
      </QueryResult>
      <ListFooter
        of={items}
        page={page}
        pageSize={size}
        sizes={LIST_PAGE_SIZES}
        onChange={(next, nextSize) => onChange({ scorePage: next, scoreSize: nextSize })}
      />
    </>
  )
}

interface ScoreTableProps {
  readonly rows: readonly ScoreProblem[] | undefined
  readonly expected: number
  readonly busy: boolean
  readonly status: '0' | '1' | 'all'
  readonly narrowed: boolean
}

const CODE = /（(\d{6,})）/
const codeOf = ({ describe }: ScoreProblem) => CODE.exec(describe)?.[1]
const wordsOf = ({ describe }: ScoreProblem) => describe.replace(CODE, '：').replace(/(\d) (?=\D)/g, '$1\u00a0')
const OFFLINE = /^(.+个点位离线)：(.+)$/
const namesOf = ({ describe }: ScoreProblem) => OFFLINE.exec(describe)?.[2]
const headOf = (row: ScoreProblem) => wordsOf(row).replace(OFFLINE, '$1')
const OTHERS = /、.+/
const subjectOf = (row: ScoreProblem) => headOf(row).replace(/：.+/, '')
const reasonOf = (row: ScoreProblem) =>
  namesOf(row)?.replace(OTHERS, '等') ?? headOf(row).slice(subjectOf(row).length + 1)

function cardOfAll(rows: readonly ScoreProblem[] = []): string {
  const cards = new Set(rows.map(({ ruleType }) => ruleType))
  const [card = null] = cards
  return rows.length > 1 && cards.size === 1 && card !== null ? `本页均为${providerCard.label(card)}` : ''
}

const placeOf = ({ buildingId }: ScoreProblem) =>
  ({
    to: '/buildDetail/$id/$canEdit/$tabName',
    params: { id: buildingId, canEdit: '0', tabName: 'scoreInfo' },
  }) as const

const emptyTitle = { 0: '没有未解决的扣分问题', 1: '没有已解决的扣分问题', all: '没有扣分的问题' } as const

function ScoreTable({ rows, expected, busy, status, narrowed }: ScoreTableProps) {
  const { navigate } = useRouter()
  const now = useNow()
  const isPhone = !useMedia(DESK)
  if (rows?.length === 0)
    return narrowed ? (
      <Empty title="没有符合条件的扣分问题" hint="只列近 30 天内扣过分的，可放宽时间或状态" />
    ) : (
      <Empty title={emptyTitle[status]} hint="影响评分的问题会列在这里" />
    )
  if (isPhone) return <ScoreRows rows={rows} expected={expected} busy={busy} />
  return (
    <WideTable
      caption="消防综合评分问题"
      minWidth="56rem"
      rows={rows}
      rowKey={(row) => row.id}
      expected={expected}
      busy={busy}
      onRow={(row) => void navigate(placeOf(row))}
      columns={[
        {
          key: 'points',
          header: '扣分',
          phone: 'state',
          align: 'end',
          nowrap: true,
          tablet: 'lead',
          width: '3.75rem',
          render: ({ deduction }) => <Points of={deduction} />,
        },
        {
          key: 'what',
          header: '问题描述',
          phone: 'title',
          render: (row) => (
            <>
              <Link
                {...placeOf(row)}
                title="查看评分"
                className="font-normal hover:text-link hover:underline max-xl:-my-2.5 max-xl:block max-xl:py-2.5"
              >
                {headOf(row)}
                {namesOf(row) && <span className="hidden xl:inline">：{namesOf(row)}</span>}
                <span className="sr-only">，查看评分</span>
              </Link>
              <span className="ml-1.5 hidden whitespace-nowrap font-figure text-sm font-normal text-ink-soft xl:inline">
                {codeOf(row)}
              </span>
            </>
          ),
        },
        {
          key: 'building',
          header: '建筑名称',
          tablet: 'under',
          width: '14rem',
          render: (row) => (
            <span className="[word-break:keep-all]">
              {row.buildingName}
              <span className="ml-2.5 font-figure xl:hidden">{codeOf(row) ?? namesOf(row)?.replace(OTHERS, '等')}</span>
            </span>
          ),
        },
        {
          key: 'card',
          header: '建筑评分牌',
          nowrap: true,
          tablet: 'main',
          width: '4.25rem',
          render: ({ ruleType }) => (ruleType === null ? orMissing(null) : <Card of={ruleType} />),
        },
        {
          key: 'happened',
          header: '发生时间',
          nowrap: true,
          tablet: 'main',
          width: '7.25rem',
          render: (row) => (
            <span className="flex items-center justify-between gap-1 whitespace-nowrap">
              {shortTime(row.happenTime, now)}
              {status === '0' && WAY_IN}
            </span>
          ),
        },
        ...(status === '0'
          ? []
          : [
              {
                key: 'solved',
                header: '解决时间',
                nowrap: true,
                width: '9.5rem',
                render: ({ solveTime }: ScoreProblem) => (
                  <span className="flex items-center justify-between gap-2">
                    {solveTime ? (
                      shortTime(solveTime, now)
                    ) : (
                      <Badge look="plain" tone={questionStatus.tone(0)}>
                        {questionStatus.label(0)}
                      </Badge>
                    )}
                    {WAY_IN}
                  </span>
                ),
              },
            ]),
      ]}
    />
  )
}

function ScoreRows({ rows, expected, busy }: Pick<ScoreTableProps, 'rows' | 'expected' | 'busy'>) {
  const now = useNow()
  const isOneCard = cardOfAll(rows) !== ''
  return (
    <ul aria-label="消防综合评分问题" aria-busy={busy || !rows} className={cx(busy && rows && 'opacity-60')}>
      {rows
        ? rows.map((row) => (
            <li key={row.id} className="border-b border-line last:border-b-0">
              <Link {...placeOf(row)} className="flex min-h-[4.25rem] items-start gap-3 px-4 py-2.5 hover:bg-sunk">
                <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] gap-x-3">
                  <span className="break-words text-base leading-snug">{subjectOf(row)}</span>
                  <Points of={row.deduction} />
                  {reasonOf(row) && <span className="col-span-2 break-words text-sm text-ink">{reasonOf(row)}</span>}
                  <Dotted
                    className="text-sm text-ink-soft [word-break:keep-all]"
                    of={[
                      row.buildingName,
                      shortTime(row.happenTime, now),
                      row.solveTime && `解决 ${shortTime(row.solveTime, now)}`,
                    ]}
                  />
                  {!isOneCard && (
                    <span className="text-right">
                      {row.ruleType === null ? orMissing(null) : <Card of={row.ruleType} />}
                    </span>
                  )}
                </span>
                <ChevronRightIcon className="-mr-1 mt-1 shrink-0 text-ink-soft" />
              </Link>
            </li>
          ))
        : Array.from({ length: expected }, (_, at) => (
            <li key={`waiting ${at}`} className="min-h-[4.25rem] space-y-2 border-b border-line px-4 py-3">
              <Skeleton className="h-5 w-2/3" />
              <Skeleton className="h-4 w-1/2" />
            </li>
          ))}
    </ul>
  )
}

function Points({ of }: { of: number }) {
  return (
    <span className="block whitespace-nowrap text-right text-base">
      <span className="font-figure font-semibold">−{formatNumber(of)}</span>
      <span className="text-sm text-ink-soft"> 分</span>
    </span>
  )
}

const WAY_IN = <ChevronRightIcon className="-mr-1 shrink-0 text-ink-soft" />

function Card({ of }: { of: number }) {
  const tone = toneClass[providerCard.tone(of)]
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-sm text-ink">
      <i className={cx('inline-block h-3.5 w-2.5 rounded-[2px] border border-current', tone.soft)} />
      {providerCard.label(of)}
    </span>
  )
}
