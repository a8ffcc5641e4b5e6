import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { providerCard } from '#contract/dict/provider.ts'
import { questionStatus } from '#contract/dict/question-status.ts'
import { LIST_PAGE_SIZES } from '#contract/page-sizes.ts'
import type { ScoreProblem } from '#contract/score.ts'
import { formatNumber, formatTime, orMissing, shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { FilterBar } from '#app/parts/filter-bar.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { DateRange } from '#app/ui/date-range.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { DataTable } from '#app/ui/table.tsx'
import { toneClass } from '#app/ui/tone-class.ts'
import { Segmented } from '#app/ui/segmented.tsx'
import { Labelled } from './labelled.tsx'
import { itemCounts, scorePageOf } from './statistics-queries.ts'
import { FIRST_SIZE, type StatisticsTabProps } from './statistics-search.ts'

/** Source: document 1. */
export function ScoreProblemTab({ search, onChange }: StatisticsTabProps) {
  const counts = useQuery(itemCounts())
  const items = useQuery({ ...scorePageOf(search), placeholderData: keepPreviousData })
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
        <span className="text-sm text-ink-soft">近 30 天的扣分问题</span>
      </FilterBar>
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

const emptyTitle = { 0: '没有未解决的扣分问题', 1: '没有已解决的扣分问题', all: '没有扣分的问题' } as const

function ScoreTable({ rows, expected, busy, status, narrowed }: ScoreTableProps) {
  const now = useNow()
  return (
    <DataTable
      caption="消防综合评分问题"
      minWidth="56rem"
      facts={(row) => [
        row.buildingName,
        CODE.exec(row.describe)?.[1],
        shortTime(row.happenTime, now),
        row.solveTime && `解决 ${shortTime(row.solveTime, now)}`,
      ]}
      rows={rows}
      rowKey={(row) => row.id}
      expected={expected}
      busy={busy}
      empty={
        narrowed ? (
          <Empty title="没有符合条件的扣分问题" hint="只统计近 30 天，可放宽时间或状态" />
        ) : (
          <Empty title={emptyTitle[status]} hint="影响评分的问题会列在这里" />
        )
      }
      columns={[
        {
          key: 'what',
          header: '问题描述',
          phone: 'title',
          render: ({ describe }) => (
            <>
              {describe.replace(CODE, '：').replace(/(\d) (?=\D)/g, '$1\u00a0')}
              <span className="hidden font-figure text-sm font-normal text-ink-soft md:ml-1.5 md:inline xl:ml-0 xl:block">
                {CODE.exec(describe)?.[1]}
              </span>
            </>
          ),
        },
        { key: 'building', header: '建筑名称', tablet: 'under', render: (row) => row.buildingName },
        {
          key: 'points',
          header: '扣分',
          phone: 'state',
          align: 'end',
          nowrap: true,
          width: '5.5rem',
          render: ({ deduction, ruleType }) => (
            <span className="block whitespace-nowrap text-right md:max-xl:text-left">
              <span className="block text-base font-semibold">
                {formatNumber(deduction)}
                <span className="text-sm font-normal text-ink-soft"> 分</span>
              </span>
              {ruleType !== null && (
                <span className="md:hidden">
                  <Card of={ruleType} />
                </span>
              )}
            </span>
          ),
        },
        {
          key: 'card',
          header: '建筑评分牌',
          nowrap: true,
          width: '7rem',
          render: ({ ruleType }) => (ruleType === null ? orMissing(null) : <Card of={ruleType} />),
        },
        {
          key: 'happened',
          header: '发生时间',
          nowrap: true,
          width: '9.5rem',
          render: (row) => minuteOf(row.happenTime),
        },
        ...(status === '0'
          ? []
          : [
              {
                key: 'solved',
                header: '解决时间',
                nowrap: true,
                width: '9.5rem',
                render: ({ solveTime }: ScoreProblem) =>
                  solveTime ? (
                    minuteOf(solveTime)
                  ) : (
                    <Badge look="plain" tone={questionStatus.tone(0)}>
                      {questionStatus.label(0)}
                    </Badge>
                  ),
              },
            ]),
        {
          key: 'score',
          header: '操作',
          phone: 'action',
          width: '6.5rem',
          render: ({ buildingId, buildingName }) => (
            <Link
              to="/buildDetail/$id/$canEdit/$tabName"
              params={{ id: buildingId, canEdit: '0', tabName: 'scoreInfo' }}
              aria-label={`查看评分 ${buildingName}`}
              className={buttonClass({ kind: 'quiet', size: 'small' })}
            >
              查看评分
            </Link>
          ),
        },
      ]}
    />
  )
}

const minuteOf = (time: string) => formatTime(time).slice(0, 16)

function Card({ of }: { of: number }) {
  const tone = toneClass[providerCard.tone(of)]
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-sm text-ink">
      <i className={cx('inline-block h-3.5 w-2.5 rounded-[2px] bg-current', tone.solid)} />
      {providerCard.label(of)}
    </span>
  )
}
