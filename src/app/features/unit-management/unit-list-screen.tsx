import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { OTHER_UNITS, UNIT_CONDITIONS, type UnitRow } from '#contract/unit-management.ts'
import { UNIT_PAGE_SIZES } from '#contract/page-sizes.ts'
import { exportUnits, unitManagementQuery } from '#app/data/unit-management.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { wayTo } from '#app/parts/area-nodes.ts'
import { ownCounty } from '#app/parts/authority-area.ts'
import { AreaPicker } from '#app/parts/area-picker.tsx'
import { ConditionMark } from '#app/parts/condition-mark.tsx'
import { ChipStrip } from '#app/parts/chip-strip.tsx'
import { ExportButton } from '#app/parts/export-button.tsx'
import { FilterBar } from '#app/parts/filter-bar.tsx'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { RegisterImportButton } from '#app/parts/register-import-button.tsx'
import { SearchBox } from '#app/parts/search-box.tsx'
import { useMay } from '#app/session/use-may.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { rowsOfPage } from '#app/ui/pager-math.ts'
import { Select } from '#app/ui/select.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { conditionsOf, filterOf, FIRST_SIZE, unitsOf } from './list-queries.ts'
import type { UnitSearch } from './list-search.ts'
import type { ConditionOf } from './unit-condition.tsx'
import { type UnitDialogAsked, UnitDialogs } from './unit-dialogs.tsx'
import { isOfOwnDistrict, UnitTable } from './unit-table.tsx'

const route = getRouteApi('/_shell/unitList')

const CONDITIONS = {
  fire: { label: '有火警', mark: <ConditionMark of="alarm" /> },
  accountless: { label: '无账号', mark: <ToneMark tone="attention" /> },
} as const

const KINDS = [
  ['1', '重点单位'],
  ['2', '一般单位'],
  [String(OTHER_UNITS), '九小及其他'],
] as const

const ORDERS = [
  { value: '', label: '最严重在前' },
  { value: 'newest', label: '新登记的在前' },
]

const EVERY = { type: undefined, condition: undefined, search: undefined, area: undefined, page: undefined }

function headsOf(rows: readonly UnitRow[], fires: number | undefined, isDesk: boolean) {
  if (rows[0]?.fires === undefined) return undefined
  const calm = rows.findIndex((row) => !row.fires)
  return (_row: UnitRow, position: number) =>
    position === calm
      ? '没有火警 · 未解决问题多的在前'
      : position === 0
        ? `有火警${fires ? ` ${fires} 家` : ''} · 火警多的在前，其次未解决的${isDesk ? ' · 一处火警可计入多家单位' : ''}`
        : undefined
}

/** Source: document 2, section 2. */
export function UnitListScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (some: Partial<UnitSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...some }), replace: true, resetScroll: false })
  const [asked, setAsked] = useState<UnitDialogAsked>()
  const counts = useQuery(unitManagementQuery.statistics())
  const units = useQuery({ ...unitsOf(search), placeholderData: keepPreviousData })
  const rows = units.data?.list ?? []
  const conditions = useQuery({ ...conditionsOf(rows), enabled: rows.length > 0, placeholderData: keepPreviousData })
  const conditionOf: ConditionOf = (id) =>
    conditions.data?.find((one) => one.id === id) ?? (conditions.isError ? null : undefined)
  const { order = '' } = search
  /** Other servers may ignore the order. */
  const isOrdered = !rows[0] || rows[0].fires !== undefined || order !== '' || units.isPlaceholderData
  const mayImport = useMay('gov2')
  const isDesk = useMedia(DESK)
  const { page = 1, size = FIRST_SIZE } = search
  const [all = 0, important = 0, usual = 0] = [0, 1, 2].map(
    (type) => counts.data?.find(({ unitType }) => unitType === type)?.count,
  )
  const figures = [important, usual, all - important - usual]
  const whole = counts.data?.find(({ unitType }) => unitType === 0)
  const conditionsShown = UNIT_CONDITIONS.filter((one) => whole?.[one] !== undefined)
  const condition = counts.data ? conditionsShown.find((one) => one === search.condition) : search.condition
  const narrow = (some: Pick<UnitSearch, 'type' | 'condition'>) => change({ ...EVERY, ...some })
  const filtered = [search.search, search.area, search.type, condition].some((one) => one !== undefined)
  return (
    <section className="page-list flex flex-col rounded-md border border-line bg-panel">
      <FilterBar
        first={
          <SearchBox
            label="搜索单位名称、地址或信用代码"
            initial={search.search}
            onSearch={(said) => change({ search: said || undefined, page: undefined })}
          />
        }
        used={[search.area]}
        actions={
          <>
            <Link to="/accountList" className={buttonClass()}>
              账号管理
            </Link>
            {mayImport && <RegisterImportButton kind="units" />}
            <ExportButton address={() => exportUnits(filterOf(search))} />
          </>
        }
        add={{ label: '新增单位', onAdd: () => setAsked({ what: 'add' }) }}
      >
        <div className="lg:w-56">
          <AreaPicker
            aria-label="区域"
            anyLevel
            placeholder="全部区"
            within={ownCounty()}
            value={wayTo(search.area ?? '')}
            onChange={(codes) => change({ area: codes[codes.length - 1], page: undefined })}
          />
        </div>
        {isOrdered && (
          <Select
            aria-label="排序"
            className="lg:w-36"
            options={ORDERS}
            value={order}
            onChange={({ target }) =>
              change({ order: target.value === 'newest' ? 'newest' : undefined, page: undefined })
            }
          />
        )}
      </FilterBar>
      <div className="border-b border-line py-0.5 mouse:py-1">
        <ChipStrip key={counts.data ? 'figures' : 'waiting'} label="单位状态和监管类别">
          <Chip
            label="全部"
            count={counts.data && all}
            isOn={search.type === undefined && condition === undefined}
            onPress={() => narrow({})}
          />
          {conditionsShown.map((one) => (
            <Chip
              key={one}
              {...CONDITIONS[one]}
              count={whole?.[one] ?? null}
              isOn={one === condition}
              onPress={() => narrow({ condition: one })}
            />
          ))}
          {conditionsShown.length > 0 && <span className="h-5 shrink-0 self-center border-l border-line-strong" />}
          {KINDS.map(([type, label], at) => (
            <Chip
              key={label}
              label={label}
              count={counts.data && figures[at]}
              isOn={type === search.type}
              onPress={() => narrow({ type })}
            />
          ))}
        </ChipStrip>
      </div>
      <QueryResult
        of={units}
        waiting={<UnitTable rows={undefined} conditionOf={conditionOf} expected={size} onAsk={setAsked} />}
      >
        {({ list, total }) => (
          <UnitTable
            rows={rowsOfPage({ list, total })}
            conditionOf={conditionOf}
            expected={size}
            busy={units.isPlaceholderData}
            headOf={headsOf(list, filtered ? undefined : whole?.fire, isDesk)}
            onAsk={setAsked}
            empty={
              <Empty
                title={filtered ? '没有符合条件的单位' : '暂无社会单位'}
                hint={filtered ? '请减少或清除筛选条件' : '点击“新增单位”登记第一家'}
              />
            }
          />
        )}
      </QueryResult>
      <ListFooter
        of={units}
        page={page}
        pageSize={size}
        sizes={UNIT_PAGE_SIZES}
        note={
          [
            isDesk && rows[0] && rows.every(isOfOwnDistrict) && '均由本区支队管辖',
            !(isOrdered && order === '') && '新登记的在前',
          ]
            .filter(Boolean)
            .join(' · ') || undefined
        }
        onChange={(next, nextSize) => change({ page: next, size: nextSize })}
      />
      <UnitDialogs
        asked={asked}
        onAsk={setAsked}
        onAdded={() => void navigate({ search: { order: 'newest' }, replace: true })}
      />
    </section>
  )
}
