import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { BuildingDetail } from '#contract/building-detail.ts'
import { connectStatus } from '#contract/dict/connect-status.ts'
import { POINT_PAGE_SIZES, type PointRow } from '#contract/point.ts'
import { curveQuery } from '#app/data/curve.ts'
import { deletePoint, exportPoints, pointQuery } from '#app/data/point.ts'
import { problemQuery } from '#app/data/problem.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { LARGE, useMedia } from '#app/lib/use-media.ts'
import { useFireLeads } from '#app/parts/problem/use-fire-leads.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { ExportButton } from '#app/parts/export-button.tsx'
import { FilterBar } from '#app/parts/filter-bar.tsx'
import { SearchBox } from '#app/parts/search-box.tsx'
import { useLastPage } from '#app/parts/use-last-page.ts'
import { useMay } from '#app/session/use-may.ts'
import { UploadIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { confirm } from '#app/ui/confirm.ts'
import { Empty } from '#app/ui/empty.tsx'
import { onDemand } from '#app/ui/on-demand.tsx'
import { Pager } from '#app/ui/pager.tsx'
import { rowsOfPage } from '#app/ui/pager-math.ts'
import { Select } from '#app/ui/select.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import { FIRST_POINTS, type PointPage } from './building-queries.ts'
import { PointTable } from './point-table.tsx'

const PointEditDialog = lazy(() => import('./point-edit-dialog.tsx').then((m) => ({ default: m.PointEditDialog })))
const PointImportDialog = onDemand(() => import('./point-import-dialog.tsx').then((loaded) => loaded.PointImportDialog))

export function PointsTab({
  building,
  canEdit,
  search,
}: {
  building: BuildingDetail
  canEdit: boolean
  search?: string | undefined
}) {
  if (!building.openProjectId) return <Empty title="该建筑暂无点位" hint="建筑绑定服务商并取得标识后，点位会列在这里" />
  // A masked key would be rejected; the calls also work without a key.
  const provideKey = building.appKey?.includes('*') ? '' : (building.appKey ?? '')
  const place = { openProjectId: building.openProjectId, provideKey }
  return (
    <Points
      place={place}
      buildingId={building.buildingId}
      buildingName={building.name}
      canEdit={canEdit}
      initial={search}
    />
  )
}

interface PointsProps {
  readonly place: { readonly openProjectId: string; readonly provideKey: string }
  readonly buildingId: string
  readonly buildingName: string
  readonly canEdit: boolean
  readonly initial: string | undefined
}

function Points({ place, buildingId, buildingName, canEdit, initial = '' }: PointsProps) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<PointPage>({ ...FIRST_POINTS, search: initial })
  const narrow = (to: Partial<PointPage>) => setAsked((now) => ({ ...now, currentPage: 1, ...to }))
  const [importing, setImporting] = useState(false)
  const isDesk = useMedia(LARGE)
  const [edited, setEdited] = useState<PointRow>()
  const { openProjectId, provideKey } = place
  const points = useQuery({
    ...pointQuery.list({ openProjectId, ...asked }, provideKey),
    placeholderData: keepPreviousData,
  })
  const toPage = (currentPage: number, pageSize = asked.pageSize) => setAsked({ ...asked, currentPage, pageSize })
  useLastPage(points, { page: asked.currentPage, pageSize: asked.pageSize, onPage: toPage })
  const { search, deviceType, connectStatus: online } = asked
  const ids = points.data?.list.map(({ id }) => id) ?? []
  const measured = useQuery({
    ...curveQuery.some(buildingId, ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })

  const problems = useQuery({
    ...problemQuery.list({ buildingId, questionStatus: 0, currentPage: 1 }),
    enabled: useMay('unit'),
  })
  const leads = useFireLeads(buildingId)

  async function remove(row: PointRow) {
    const name = row.pointNumber ?? row.deviceNo ?? row.id
    const question = `是否删除点位“${name}”？`
    if (
      !(await confirm({
        question,
        detail: '已上报的记录会保留并仍可查到，未解决的问题因点位删除而关闭。',
        danger: true,
        yes: '删除',
      }))
    )
      return
    try {
      await deletePoint(client, row)
      toast.success(`已删除点位“${name}”`)
    } catch (error) {
      toast.error(failureWords(error, '点位未删除，请重试'))
    }
  }

  const isHandled = ({ id, state }: PointRow) =>
    state === 'fault' && problems.data?.list.some(({ deviceId, status }) => deviceId === id && status === 1)
  const rankOf = (row: PointRow) => (row.state === 'normal' ? 2 : isHandled(row) ? 1 : 0)
  const isWaiting = leads.isLoading || problems.isLoading || measured.isLoading
  const table = (rows: readonly PointRow[] | undefined) => (
    <PointTable
      rows={isWaiting ? undefined : rows && [...leads.sorted(rows)].sort((a, b) => rankOf(a) - rankOf(b))}
      fire={leads.fire}
      fireSince={leads.ofDevice}
      repeats={leads.repeats}
      buildingId={buildingId}
      measured={measured.data?.list}
      problems={problems.data?.list}
      busy={points.isPlaceholderData}
      firstIndex={(asked.currentPage - 1) * asked.pageSize + 1}
      expected={asked.pageSize}
      filtered={search !== '' || deviceType !== '' || online !== ''}
      {...(canEdit && { onEdit: setEdited })}
    />
  )

  const actions = (
    <>
      {canEdit && (
        <Button icon={<UploadIcon />} onClick={() => setImporting(true)}>
          导入
        </Button>
      )}
      <ExportButton address={() => exportPoints(place, { search, deviceType, connectStatus: online })} />
    </>
  )

  return (
    <Card
      title="点位"
      isNamed
      flush
      freshness={<DataTime of={points} />}
      footer={
        points.data && (
          <>
            <Pager
              page={asked.currentPage}
              pageSize={asked.pageSize}
              total={points.data.total}
              sizes={POINT_PAGE_SIZES}
              onChange={toPage}
            />
            {!isDesk && (
              <div className="order-last flex flex-auto gap-2 max-md:basis-full md:flex-none [&>button]:flex-auto">
                {actions}
              </div>
            )}
          </>
        )
      }
    >
      <FilterBar
        first={
          <SearchBox
            label="搜索编号、名称、楼层、部位"
            initial={initial}
            onSearch={(text) => narrow({ search: text.trim() })}
          />
        }
        used={[deviceType || undefined, online === '' ? undefined : online]}
        actions={isDesk && actions}
      >
        <DeviceTypeFilter
          openProjectId={openProjectId}
          value={deviceType}
          onChange={(type) => narrow({ deviceType: type })}
        />
        <Select
          aria-label="在线状态"
          className="lg:w-40"
          value={String(online)}
          options={ONLINE}
          onChange={({ target }) => narrow({ connectStatus: ONLINE_CODES[target.value] ?? '' })}
        />
      </FilterBar>
      <QueryResult of={points} waiting={table(undefined)}>
        {(page) => table(rowsOfPage(page))}
      </QueryResult>
      <PointImportDialog place={place} open={importing} onClose={() => setImporting(false)} />
      {edited && (
        <Suspense fallback={null}>
          <PointEditDialog
            key={edited.id}
            row={edited}
            place={buildingName}
            onClose={() => setEdited(undefined)}
            onRemove={() => void remove(edited)}
          />
        </Suspense>
      )}
    </Card>
  )
}

const ONLINE = [{ value: '', label: '全部在线状态' }, ...connectStatus.options]
const ONLINE_CODES: Readonly<Record<string, 0 | 1>> = { 0: 0, 1: 1 }

interface DeviceTypeFilterProps {
  readonly openProjectId: string
  readonly value: string
  onChange(type: string): void
}

function DeviceTypeFilter({ openProjectId, value, onChange }: DeviceTypeFilterProps) {
  const { data: systems = [] } = useQuery(pointQuery.types(openProjectId))
  const types = new Map(
    systems.flatMap(({ deviceTypeList }) => deviceTypeList.map((type) => [type.deviceType, type.deviceTypeName])),
  )
  return (
    <Select
      aria-label="设备类型"
      className="lg:w-64"
      value={value}
      options={[
        { value: '', label: '全部设备类型' },
        ...Array.from(types, ([code, name]) => ({ value: code, label: name })),
      ]}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
