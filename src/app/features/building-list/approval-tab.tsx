import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { LIST_PAGE_SIZES } from '#contract/page-sizes.ts'
import { buildingApproval } from '#contract/dict/building-approval.ts'
import { buildingQuery } from '#app/data/building.ts'
import { formatNumber } from '#app/lib/format.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { SearchBox } from '#app/parts/search-box.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { Select } from '#app/ui/select.tsx'
import { Stat, Stats } from '#app/ui/stat.tsx'
import { BuildingTable } from './building-table.tsx'
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
            tone={buildingApproval.tone(1)}
            value={formatNumber(counts.data?.refused)}
            unit="栋"
          />
        </Stats>
      </div>
      <div className="border-b border-line px-4 py-3">
        <div className="grid grid-cols-1 gap-2 sm:grid-cols-3 lg:max-w-3xl">
          <SearchBox
            label="搜索建筑名称或地址"
            maxLength={64}
            initial={search.approveSearch ?? ''}
            onSearch={(said) => filter({ approveSearch: said || undefined })}
          />
          <ComplexInput
            names={buildingQuery.approveComplexes()}
            value={search.approveComplex ?? ''}
            onChange={(approveComplex) => filter({ approveComplex })}
          />
          <Select
            aria-label="审批状态"
            options={STATUSES}
            value={search.approveStatus ?? ''}
            onChange={({ target }) => filter({ approveStatus: target.value || undefined })}
          />
        </div>
      </div>
      <QueryResult of={buildings} waiting={<BuildingTable caption="待审批建筑" rows={undefined} expected={size} />}>
        {({ list }) => (
          <BuildingTable
            caption="待审批建筑"
            rows={list}
            expected={size}
            busy={buildings.isPlaceholderData}
            empty={<Empty title="没有待审批的建筑" hint="新增的建筑和提交的申报，在审批期间和被拒绝后列在这里" />}
          />
        )}
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
