import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { BuildingRow } from '#contract/building.ts'
import { LIST_PAGE_SIZES } from '#contract/page-sizes.ts'
import { buildingApproval } from '#contract/dict/building-approval.ts'
import { buildingQuery } from '#app/data/building.ts'
import { formatNumber, formatTime, orMissing } from '#app/lib/format.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { FilterBar } from '#app/parts/filter-bar.tsx'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { SearchBox } from '#app/parts/search-box.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { Select } from '#app/ui/select.tsx'
import { Stat, Stats } from '#app/ui/stat.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'
import { BuildingActions } from './building-actions.tsx'
import { type BuildingDialogAsked, BuildingDialogs } from './building-dialogs.tsx'
import { detailPath } from './building-paths.ts'
import { ApprovalBadge } from './building-table.tsx'
import type { TabProps } from './building-tab.tsx'
import { ComplexInput } from './complex-input.tsx'
import { approvalCountsOf, approvalsOf } from './list-queries.ts'
import { FIRST_SIZE } from './list-search.ts'

const STATUSES = [
  { value: '', label: '全部审批状态' },
  ...buildingApproval.codes.map((code) => ({ value: code, label: buildingApproval.label(code) })),
]

/** Its own page. Source: rulings, Slips. */
export function ApprovalTab({ search, onChange }: TabProps) {
  const counts = useQuery({ ...approvalCountsOf(search), placeholderData: keepPreviousData })
  const buildings = useQuery({ ...approvalsOf(search), placeholderData: keepPreviousData })
  const { approvePage: page = 1, approveSize: size = FIRST_SIZE } = search
  const filter = (some: Partial<typeof search>) => onChange({ ...some, approvePage: undefined })
  const table = (rows: readonly BuildingRow[] | undefined) => (
    <ApprovalTable rows={rows} expected={size} busy={buildings.isPlaceholderData} />
  )
  return (
    <>
      <div className="border-b border-line px-4 py-2">
        <Stats>
          <Stat
            label={buildingApproval.label(0)}
            tone={buildingApproval.tone(0)}
            value={formatNumber(counts.data?.approving)}
            unit="栋"
          />
          <Stat
            label={buildingApproval.label(1)}
            {...(counts.data?.refused ? { tone: buildingApproval.tone(1) } : {})}
            value={formatNumber(counts.data?.refused)}
            unit="栋"
          />
        </Stats>
      </div>
      <FilterBar
        first={
          <SearchBox
            label="搜索建筑名称或地址"
            maxLength={64}
            initial={search.approveSearch ?? ''}
            onSearch={(said) => filter({ approveSearch: said || undefined })}
          />
        }
        used={[search.approveComplex, search.approveStatus]}
      >
        <ComplexInput
          names={buildingQuery.approveComplexes()}
          value={search.approveComplex ?? ''}
          onChange={(approveComplex) => filter({ approveComplex })}
        />
        <Select
          aria-label="审批状态"
          className="lg:w-40"
          options={STATUSES}
          value={search.approveStatus ?? ''}
          onChange={({ target }) => filter({ approveStatus: target.value || undefined })}
        />
      </FilterBar>
      <QueryResult of={buildings} waiting={table(undefined)}>
        {({ list }) => table(list)}
      </QueryResult>
      <ListFooter
        of={buildings}
        page={page}
        pageSize={size}
        sizes={LIST_PAGE_SIZES}
        onChange={(next, nextSize) => onChange({ approvePage: next, approveSize: nextSize })}
      />
    </>
  )
}

const DECIDED: readonly Column<BuildingRow>[] = [
  { key: 'approver', header: '审批人', width: '8rem', render: ({ approver }) => orMissing(approver) },
  {
    key: 'time',
    header: '审批时间',
    nowrap: true,
    width: '11rem',
    render: ({ approveTime }) => formatTime(approveTime),
  },
]

interface ApprovalTableProps {
  readonly rows: readonly BuildingRow[] | undefined
  readonly expected: number
  readonly busy: boolean
}

function ApprovalTable({ rows, expected, busy }: ApprovalTableProps) {
  const { history } = useRouter()
  const [asked, setAsked] = useState<BuildingDialogAsked>()
  return (
    <>
      <DataTable
        caption="待审批建筑"
        minWidth="70rem"
        rows={rows}
        rowKey={({ id }) => id}
        expected={expected}
        busy={busy}
        onRow={({ id }) => history.push(detailPath(id))}
        empty={<Empty title="没有待审批的建筑" hint="新增的建筑和提交的申报，在审批期间和被拒绝后列在这里" />}
        columns={[
          {
            key: 'name',
            header: '建筑',
            phone: 'title',
            render: ({ id, name }) => (
              <Link
                to={detailPath(id) as string}
                className="-my-2.5 block py-2.5 font-semibold hover:text-link hover:underline xl:my-0 xl:py-0"
              >
                {name}
              </Link>
            ),
          },
          {
            key: 'place',
            header: '位置',
            phone: 'line',
            tablet: 'under',
            render: ({ complexName, countyName, streetName }) =>
              orMissing([complexName, countyName, streetName].filter(Boolean).join(' ')),
          },
          {
            key: 'status',
            header: '审批状态',
            phone: 'line',
            width: '7rem',
            render: (row) =>
              row.approveStatus === null ? (
                orMissing(null)
              ) : (
                <ApprovalBadge row={row} onReason={() => setAsked({ what: 'reason', row })} />
              ),
          },
          { key: 'provider', header: '服务商', width: '13rem', render: ({ isvName }) => orMissing(isvName) },
          ...(rows?.some(({ approver, approveTime }) => approver || approveTime) ? DECIDED : []),
          {
            key: 'actions',
            header: '操作',
            phone: 'action',
            align: 'start',
            width: '10rem',
            render: (row) => <BuildingActions row={row} onAsk={(what) => setAsked({ what, row })} />,
          },
        ]}
      />
      <BuildingDialogs asked={asked} onDone={() => setAsked(undefined)} />
    </>
  )
}
