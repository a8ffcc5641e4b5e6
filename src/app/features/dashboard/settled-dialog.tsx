import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { DRILL_DOWN_PAGE_SIZE, type TenantUnit } from '#contract/dashboard.ts'
import { supervisionWord } from '#contract/dict/supervision-category.ts'
import { supervisionType } from '#contract/dict/supervision-type.ts'
import { dashboardQuery } from '#app/data/dashboard.ts'
import { formatDay } from '#app/lib/format.ts'
import { Empty } from '#app/ui/empty.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import type { Column } from '#app/ui/table.tsx'
import { scopeOf } from './dashboard-queries.ts'
import { ListPages } from './list-pages.tsx'

interface SettledDialogProps {
  /** Empty: all. */
  readonly type: string
  onType(type: string): void
  readonly open: boolean
  onClose(): void
}

// Five must fit on a phone.
const TYPES = [
  { value: '', label: '全部' },
  ...supervisionType.codes.map((code) => ({ value: code, label: supervisionType.label(code).replace('单位', '') })),
]

export function SettledDialog({ type, onType, open, onClose }: SettledDialogProps) {
  return (
    <LazyDialog open={open} title="入驻单位" width={800} onClose={onClose}>
      <div className="mb-3">
        <Segmented label="监管类别" options={TYPES} value={type} onChange={onType} />
      </div>
      {open && <SettledPages key={type} type={type} />}
    </LazyDialog>
  )
}

function SettledPages({ type }: { type: string }) {
  const [page, setPage] = useState(1)
  const { lawCompanyId } = scopeOf('')
  const units = useQuery({
    ...dashboardQuery.settled({ lawCompanyId, type: type as '', currentPage: page, pageSize: DRILL_DOWN_PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
  return (
    <ListPages
      className="md:min-h-[27rem]"
      of={units}
      page={page}
      pageSize={DRILL_DOWN_PAGE_SIZE}
      onPage={setPage}
      caption="入驻单位"
      columns={COLUMNS}
      rowKey={(row) => row.lawCompanyId}
      empty={<Empty title="没有入驻单位" hint="在建筑详情中登记已入驻的单位后，会列在这里" />}
    />
  )
}

const COLUMNS: Column<TenantUnit>[] = [
  {
    key: 'name',
    header: '单位名称',
    phone: 'title',
    render: ({ lawCompanyId, name, buildings: [first] }) =>
      first ? (
        <Link
          to="/buildUnitDetail/$id/$canEdit/$uid"
          params={{ id: first.buildingId, canEdit: '1', uid: lawCompanyId }}
          className="inline-flex min-h-[1.5rem] items-center text-link hover:underline touch:min-h-[2.75rem]"
        >
          {name}
        </Link>
      ) : (
        name
      ),
  },
  { key: 'type', header: '监管类别', nowrap: true, width: '6.5rem', render: ({ type }) => supervisionWord(type) },
  { key: 'where', header: '所在建筑', render: ({ buildings }) => buildings.map(({ name }) => name).join('、') },
  { key: 'since', header: '入驻日期', nowrap: true, width: '7.5rem', render: ({ enterTime }) => formatDay(enterTime) },
]
