import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ItemGroup } from '#contract/record.ts'
import { buildingDetailQuery } from '#app/data/building-detail.ts'
import { buildingQuery } from '#app/data/building.ts'
import { recordQuery } from '#app/data/record.ts'
import { BuildingAlarms } from '#app/parts/building-alarms.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { SearchBox } from '#app/parts/search-box.tsx'
import { useCanEdit } from '#app/parts/use-can-edit.ts'
import { homeOf } from '#app/session/home.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import { ChevronLeftIcon } from '#app/ui/action-icons.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Empty } from '#app/ui/empty.tsx'
import { RefreshIcon } from '#app/ui/icon.tsx'
import { Select } from '#app/ui/select.tsx'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { ConnectionChecklist } from './connection-checklist.tsx'
import { countConnected, type Progress } from './connected.ts'
import { ChecklistComing } from './iot-data-tab.tsx'

interface DeviceTestScreenProps {
  readonly id: string | undefined
  onChoose(id: string): void
}

const HEADER_LINK = 'flex min-h-control items-center whitespace-nowrap rounded px-2 hover:bg-brand-raised'

export function DeviceTestScreen({ id, onChoose }: DeviceTestScreenProps) {
  const actor = actorOf(useSession())
  const canEdit = useCanEdit()
  return (
    <div className="flex min-h-screen flex-col bg-surface">
      <header className="sticky top-0 z-bar bg-brand pt-[env(safe-area-inset-top)] text-brand-on">
        <div className="mx-auto flex h-bar max-w-[1200px] items-center gap-3 px-4">
          {id && (
            <Link
              to="/buildDetail/$id/$canEdit/$tabName"
              params={{ id, canEdit, tabName: 'iotInfo' }}
              className={cx(HEADER_LINK, '-ml-2 -mr-3 min-w-control justify-center')}
            >
              <ChevronLeftIcon />
              <span className="sr-only">返回建筑</span>
            </Link>
          )}
          <h1 className="min-w-0 flex-1 truncate text-lg">接入自检</h1>
          {actor && (
            <Link to={homeOf(actor)} className={HEADER_LINK}>
              返回首页
            </Link>
          )}
        </div>
      </header>
      <main className="mx-auto w-full max-w-[1200px] flex-1 px-3 py-4 md:px-4">
        <BuildingChoice id={id} onChoose={onChoose} />
        {id ? (
          <BuildingAlarms key={id} id={id}>
            <SelfTest id={id} />
          </BuildingAlarms>
        ) : (
          <Empty title="请选择要检测的建筑" hint="检测会列出该建筑各消防系统的接口是否已接入" />
        )}
      </main>
    </div>
  )
}

const OFFERED = 50

function BuildingChoice({ id, onChoose }: DeviceTestScreenProps) {
  const [search, setSearch] = useState('')
  const buildings = useQuery({
    ...buildingQuery.list({ currentPage: 1, pageSize: OFFERED, search }),
    placeholderData: keepPreviousData,
  })
  const chosen = useQuery({ ...buildingDetailQuery.detail(id ?? ''), enabled: id !== undefined })
  const options = (buildings.data?.list ?? []).map((row) => ({ value: row.id, label: row.name }))
  const isListed = options.some(({ value }) => value === id)
  const isMany = search !== '' || (buildings.data?.total ?? 0) > OFFERED
  return (
    <div className="mb-4 grid gap-2 md:grid-cols-[minmax(0,28rem)_minmax(0,16rem)]">
      <Select
        aria-label="建筑"
        placeholder="请选择建筑"
        value={id ?? ''}
        options={[...(id && !isListed ? [{ value: id, label: chosen.data?.name ?? '…' }] : []), ...options]}
        onChange={(event) => onChoose(event.target.value)}
      />
      {isMany && <SearchBox label="按名称查找建筑" onSearch={(text) => setSearch(text.trim())} />}
    </div>
  )
}

function SelfTest({ id }: { id: string }) {
  const must = useQuery(recordQuery.must(id))
  return (
    <>
      <QueryResult of={must} waiting={<ChecklistComing />}>
        {(groups) => (
          <>
            <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-line bg-panel px-4 py-3">
              <Result groups={groups} />
              <div className="flex flex-row-reverse items-center gap-2 max-md:w-full md:flex-row">
                <DataTime of={must} isLast />
                <Button
                  className="max-md:flex-1"
                  icon={<RefreshIcon />}
                  busy={must.isFetching}
                  onClick={() => void must.refetch({ cancelRefetch: false })}
                >
                  重新检测
                </Button>
              </div>
            </div>
            <ConnectionChecklist buildingId={id} groups={groups} />
          </>
        )}
      </QueryResult>
    </>
  )
}

function Result({ groups }: { groups: readonly ItemGroup[] }) {
  const { must, optional, abnormal, missing } = countConnected(groups)
  const owed = must.all - must.connected
  const due = abnormal + missing
  const tone = owed > 0 ? 'danger' : due > 0 ? 'attention' : 'ok'
  return (
    <output className="flex min-w-0 flex-1 flex-wrap gap-x-4 gap-y-1 md:gap-x-6 text-base text-ink max-md:basis-full">
      {must.all > 0 && (
        <strong className={cx('flex w-full items-center gap-1.5 text-lg', toneClass[tone].text)}>
          <ToneMark tone={tone} />
          {owed > 0
            ? `${owed} 个必接项未正常接入`
            : due > 0
              ? `${due} 个选接项未正常接入`
              : `${optional.all > 0 ? '必接项和选接项' : '必接项'}全部接入`}
        </strong>
      )}
      <ProgressWords name="必接项" of={must} />
      <ProgressWords name="选接项" of={optional} />
      {abnormal > 0 && (
        <Badge tone="attention" look="plain" className="text-base font-semibold">
          异常 {abnormal}
        </Badge>
      )}
      {missing > 0 && (
        <Badge tone="idle" look="plain" className="text-base">
          未接入 {missing}
        </Badge>
      )}
    </output>
  )
}

function ProgressWords({ name, of: { connected, all } }: { name: string; of: Progress }) {
  const isWhole = all > 0 && connected === all
  return (
    <span className={cx('whitespace-nowrap', isWhole && toneClass.ok.text)}>
      {isWhole && <ToneMark tone="ok" className="mr-1.5 inline" />}
      {name}{' '}
      <span className="font-figure">
        <span className="font-semibold">{connected}</span> / {all}
      </span>{' '}
      {isWhole ? '全部接入' : '正常接入'}
    </span>
  )
}
