import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { percentOf } from '#contract/shares.rules.ts'
import { scoreTone, scoreWord } from '#contract/score.rules.ts'
import type { score } from '#contract/score.ts'
import { scoreQuery } from '#app/data/score.ts'
import { formatNumber, formatPercent, oneDecimal, orMissing } from '#app/lib/format.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'
import { scopeOf } from './dashboard-queries.ts'

type Parts = OutputOf<typeof score.parts>
type Part = Parts['buildings'][number]

export function ScoreParts({ onChoose }: { onChoose(buildingId: string): void }) {
  const { lawCompanyId } = scopeOf('')
  const parts = useQuery(scoreQuery.parts({ lawCompanyId }))
  const table = (rows: readonly Part[] | undefined) => (
    <DataTable
      caption="各建筑评分"
      columns={columnsOf(rows ?? [], onChoose)}
      rows={rows}
      rowKey={(row) => row.buildingId}
      onRow={(row) => onChoose(row.buildingId)}
    />
  )
  return (
    <QueryResult of={parts} waiting={table(undefined)}>
      {({ units, lower, buildings }) => (
        <>
          <p className="mb-3 text-sm text-ink-soft">
            单位评分是各建筑最近评分按建筑面积加权的平均值。
            {units > 0 && `全市 ${formatNumber(units)} 个有评分的单位中，${formatNumber(lower)} 个低于本单位。`}
          </p>
          <div className="-mx-4 md:mx-0">{table(buildings)}</div>
        </>
      )}
    </QueryResult>
  )
}

function columnsOf(rows: readonly Part[], onChoose: (buildingId: string) => void): Column<Part>[] {
  const whole = rows.reduce((sum, row) => sum + (row.score === null ? 0 : row.weight), 0)
  return [
    {
      key: 'name',
      header: '建筑',
      phone: 'title',
      render: (row) => (
        <button
          type="button"
          onClick={() => onChoose(row.buildingId)}
          className="inline-flex min-h-[1.5rem] items-center text-left text-link hover:underline touch:min-h-[2.75rem]"
        >
          {row.name}
        </button>
      ),
    },
    {
      key: 'score',
      header: '评分',
      nowrap: true,
      width: '9rem',
      render: (row) => (
        <Badge look="plain" tone={scoreTone(row.score)}>
          {row.score === null ? scoreWord(null) : `${oneDecimal(row.score)} 分 ${scoreWord(row.score)}`}
        </Badge>
      ),
    },
    {
      key: 'weight',
      header: '加权面积（m²）',
      align: 'end',
      nowrap: true,
      width: '8.5rem',
      render: (row) => formatNumber(row.weight),
    },
    {
      key: 'share',
      header: '权重',
      align: 'end',
      nowrap: true,
      width: '6rem',
      render: (row) => (row.score === null ? '--' : formatPercent(percentOf(row.weight, whole))),
    },
    { key: 'day', header: '评分日期', nowrap: true, width: '7rem', render: (row) => orMissing(row.day) },
  ]
}
