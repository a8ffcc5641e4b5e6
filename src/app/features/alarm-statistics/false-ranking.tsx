import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { RankingRow } from '#contract/alarm-statistics.ts'
import { exportRanking } from '#app/data/alarm-statistics.ts'
import { formatPercent } from '#app/lib/format.ts'
import { useDistrictOf } from '#app/parts/district-names.ts'
import { ExportButton } from '#app/parts/export-button.tsx'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { useMay } from '#app/session/use-may.ts'
import { Card } from '#app/ui/card.tsx'
import { Dotted } from '#app/ui/dotted.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { WideTable } from '#app/ui/wide-table.tsx'
import { PickLink } from './pick-link.tsx'
import { RANKING_SIZE, rankedBy, rankingFilter, rankingOf } from './statistics-queries.ts'
import type { AlarmStatisticsSearch } from './statistics-search.ts'

const BY_DEVICE = { value: 'device', label: '按设备' } as const
const BY_BUILDING = { value: 'building', label: '按建筑' } as const
const figure =
  '-my-2.5 inline-flex min-h-control min-w-control items-center justify-end text-link hover:underline md:my-0 md:min-h-0 md:min-w-[1.5rem]'

interface FalseRankingProps {
  readonly search: AlarmStatisticsSearch
  onChange(some: Partial<AlarmStatisticsSearch>): void
}

export function FalseRanking({ search, onChange }: FalseRankingProps) {
  const ranking = useQuery({ ...rankingOf(search), placeholderData: keepPreviousData })
  const by = rankedBy(search)
  const isAuthority = useMay('gov')
  const districtOf = useDistrictOf()
  const pickOf = (row: RankingRow) => (by === 'device' ? { point: row.id } : { building: row.id })
  const table = (rows: readonly RankingRow[] | undefined) => (
    <WideTable
      caption="误报排行"
      minWidth="46rem"
      rows={rows}
      rowKey={({ id }) => id}
      busy={ranking.isPlaceholderData}
      facts={(row) => [
        ...(by === 'device'
          ? [row.buildingName, row.place]
          : [districtOf({ countyNo: row.countyNo ?? null }) ?? row.place]),
        `火警 ${row.totalNum} 条`,
      ]}
      empty={<Empty title="没有误报" />}
      columns={[
        {
          key: 'name',
          header: by === 'device' ? '设备' : '建筑',
          phone: 'title',
          width: '18rem',
          render: (row) => (
            <span className="min-w-0 break-words">
              {row.name}{' '}
              <span className="inline-block text-xs font-normal text-ink-soft [tr:not(.row-open)_&]:max-md:hidden">
                {row.deviceNo}
              </span>
            </span>
          ),
        },
        ...(by === 'device'
          ? [
              {
                key: 'place',
                header: '位置',
                tablet: 'under' as const,
                width: '18rem',
                render: (row: RankingRow) => <Dotted of={[row.buildingName, row.place]} />,
              },
            ]
          : []),
        {
          key: 'false',
          header: '误报',
          phone: 'state',
          align: 'end',
          nowrap: true,
          width: '4rem',
          render: (row) => (
            <PickLink
              search={search}
              to={{ pick: 'false', ...pickOf(row) }}
              label={`${row.name}误报 ${row.falseNum} 条`}
              className={figure}
            >
              <span className="mr-1 text-sm text-ink-soft md:hidden">误报</span>
              <span className="font-figure font-semibold">{row.falseNum}</span>
            </PickLink>
          ),
        },
        {
          key: 'total',
          header: '火警',
          phone: 'half',
          align: 'end',
          nowrap: true,
          width: '4rem',
          render: (row) => (
            <PickLink
              search={search}
              to={{ pick: 'all', ...pickOf(row) }}
              label={`${row.name}火警 ${row.totalNum} 条`}
              className={figure}
            >
              {row.totalNum}
            </PickLink>
          ),
        },
        {
          key: 'share',
          header: '误报占火警',
          phone: 'half',
          align: 'end',
          tablet: 'main',
          nowrap: true,
          width: '3.75rem',
          render: ({ falseNum, totalNum }) => (
            <span className="md:inline-block md:min-w-[3.75rem] md:text-right">
              {formatPercent((100 * falseNum) / totalNum, 0)}
            </span>
          ),
        },
      ]}
    />
  )
  return (
    <Card
      title="误报排行"
      flush
      actions={
        <>
          <Segmented
            label="排行对象"
            options={isAuthority ? [BY_BUILDING, BY_DEVICE] : [BY_DEVICE, BY_BUILDING]}
            value={by}
            onChange={(value) => onChange({ by: value, rank: undefined })}
          />
          <ExportButton className="my-1.5" size="small" address={() => exportRanking(rankingFilter(search))} />
        </>
      }
    >
      <QueryResult of={ranking} waiting={table(undefined)}>
        {({ list }) => table(list)}
      </QueryResult>
      <ListFooter
        of={ranking}
        name="误报排行"
        page={search.rank ?? 1}
        pageSize={RANKING_SIZE}
        onChange={(rank) => onChange({ rank })}
      />
    </Card>
  )
}
