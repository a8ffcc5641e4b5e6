import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { BuildingRow } from '#contract/building.ts'
import { LIST_PAGE_SIZES } from '#contract/page-sizes.ts'
import { buildingApproval } from '#contract/dict/building-approval.ts'
import { buildingQuery } from '#app/data/building.ts'
import { formatTime, MISSING, orMissing, shortTime, toInstant } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { ageText } from '#app/parts/alarm/alarm-age.rules.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { rowsOfPage } from '#app/ui/pager-math.ts'
import type { Column } from '#app/ui/table.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { WideTable } from '#app/ui/wide-table.tsx'
import { BuildingActions } from './building-actions.tsx'
import { type BuildingDialogAsked, BuildingDialogs } from './building-dialogs.tsx'
import { BuildingSearch } from './building-search.tsx'
import { detailPath } from './building-paths.ts'
import { ApprovalBadge } from './building-table.tsx'
import type { TabProps } from './building-tab.tsx'
import { ComplexInput } from './complex-input.tsx'
import { approvalCountsOf, approvalsOf } from './list-queries.ts'
import { FIRST_SIZE } from './list-search.ts'

/** Its own page. Source: rulings, Slips. */
export function ApprovalTab({ search, onChange }: TabProps) {
  const counts = useQuery({ ...approvalCountsOf(search), placeholderData: keepPreviousData })
  const buildings = useQuery({ ...approvalsOf(search), placeholderData: keepPreviousData })
  const { approvePage: page = 1, approveSize: size = FIRST_SIZE } = search
  const filter = (some: Partial<typeof search>) => onChange({ ...some, approvePage: undefined })
  const table = (rows: readonly BuildingRow[] | undefined) => (
    <ApprovalTable
      rows={rows}
      expected={size}
      busy={buildings.isPlaceholderData}
      isNarrowed={Boolean(search.approveSearch || search.approveComplex) || search.approveStatus === '1'}
    />
  )
  return (
    <>
      <div className="border-b border-line pt-2 lg:flex lg:items-center lg:pb-2">
        <div className="lg:w-[25rem]">
          <BuildingSearch
            said={search.approveSearch}
            used={search.approveComplex === undefined ? 0 : 1}
            found={buildings.data?.total}
            onSearch={(approveSearch) => filter({ approveSearch })}
          >
            <ComplexInput
              names={buildingQuery.approveComplexes()}
              value={search.approveComplex ?? ''}
              onChange={(approveComplex) => filter({ approveComplex })}
            />
          </BuildingSearch>
        </div>
        <fieldset aria-label="审批状态" className="flex flex-wrap gap-x-2 px-4 max-lg:pt-1 lg:pl-0">
          <Chip
            label="全部"
            count={counts.data && counts.data.approving + counts.data.refused}
            isOn={search.approveStatus === undefined}
            onPress={() => filter({ approveStatus: undefined })}
          />
          {([0, 1] as const).map((code) => (
            <Chip
              key={code}
              mark={<ToneMark tone={buildingApproval.tone(code)} />}
              label={buildingApproval.label(code)}
              count={counts.data?.[code === 0 ? 'approving' : 'refused']}
              isOn={search.approveStatus === String(code)}
              onPress={() =>
                filter({ approveStatus: search.approveStatus === String(code) ? undefined : String(code) })
              }
            />
          ))}
        </fieldset>
      </div>
      <QueryResult of={buildings} waiting={table(undefined)}>
        {(data) => table(rowsOfPage(data))}
      </QueryResult>
      <div className="border-line md:flex md:flex-row-reverse md:items-center md:border-t md:[&>footer]:flex-auto md:[&>footer]:shrink-0 md:[&>footer]:border-t-0">
        {buildings.data !== undefined && buildings.data.list.length > 0 && (
          <p className="border-t border-line px-4 py-2 text-sm text-ink-soft md:min-w-0 md:border-t-0">
            由消防救援机构审批，结果以消息通知；被拒绝的可查看原因并重新提交。
          </p>
        )}
        <ListFooter
          of={buildings}
          page={page}
          pageSize={size}
          sizes={LIST_PAGE_SIZES}
          onChange={(next, nextSize) => onChange({ approvePage: next, approveSize: nextSize })}
        />
      </div>
    </>
  )
}

const PROVIDER: Column<BuildingRow> = {
  key: 'provider',
  header: '服务商',
  width: '13rem',
  render: ({ isvName }) => orMissing(isvName),
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
  readonly isNarrowed: boolean
}

function ApprovalTable({ rows, expected, busy, isNarrowed }: ApprovalTableProps) {
  const { history } = useRouter()
  const [asked, setAsked] = useState<BuildingDialogAsked>()
  return (
    <>
      <WideTable
        caption="待审批建筑"
        minWidth="70rem"
        rows={rows}
        rowKey={({ id }) => id}
        expected={expected}
        busy={busy}
        onRow={({ id }) => history.push(detailPath(id))}
        empty={
          isNarrowed ? (
            <Empty title="没有符合条件的建筑" hint="请减少或清除筛选条件" />
          ) : (
            <Empty title="没有待审批的建筑" hint="新增的建筑和提交的申报，在审批期间和被拒绝后列在这里" />
          )
        }
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
            width: '18rem',
            render: ({ name, complexName, countyName, streetName }) =>
              orMissing(
                [countyName, streetName, !name.includes(complexName ?? '') && complexName].filter(Boolean).join(' '),
              ),
          },
          {
            key: 'status',
            header: '审批状态',
            phone: 'line',
            tablet: 'main',
            width: '7rem',
            render: (row) => (
              <span className="flex flex-wrap items-center gap-x-2.5">
                {row.approveStatus === null ? (
                  orMissing(null)
                ) : (
                  <ApprovalBadge row={row} onReason={() => setAsked({ what: 'reason', row })} />
                )}
                <span className="md:hidden">
                  <Applied of={row} />
                </span>
              </span>
            ),
          },
          {
            key: 'applied',
            header: '申请时间',
            phone: 'desk',
            tablet: 'main',
            nowrap: true,
            width: '11rem',
            render: (row) => <Applied of={row} />,
          },
          ...(rows?.some(({ isvName }) => isvName) ? [PROVIDER] : []),
          ...(rows?.some(({ approver, approveTime }) => approver || approveTime) ? DECIDED : []),
          {
            key: 'actions',
            header: '操作',
            phone: 'action',
            width: '10rem',
            render: (row) => <BuildingActions row={row} onAsk={(what) => setAsked({ what, row })} />,
          },
        ]}
      />
      <BuildingDialogs asked={asked} onDone={() => setAsked(undefined)} />
    </>
  )
}

function Applied({ of: { applyTime, approveStatus } }: { of: BuildingRow }) {
  const now = useNow()
  const at = toInstant(applyTime)
  if (!at) return MISSING
  return (
    <span title={formatTime(at)} className="flex flex-wrap gap-x-2.5">
      {shortTime(at, now)}
      {approveStatus === 0 && (
        <span className="text-ink-soft">已等 {ageText(now.getTime() - at.getTime(), false)}</span>
      )}
    </span>
  )
}
