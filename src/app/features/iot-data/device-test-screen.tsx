import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ItemGroup } from '#contract/record.ts'
import { itemConnection } from '#contract/dict/connection-states.ts'
import { buildingDetailQuery } from '#app/data/building-detail.ts'
import { buildingQuery } from '#app/data/building.ts'
import { recordQuery } from '#app/data/record.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { useConnection } from '#app/offline/connection.ts'
import { CONNECTIVITY_TEXT } from '#app/offline/connectivity.ts'
import { BuildingAlarms } from '#app/parts/building-alarms.tsx'
import { ChipStrip } from '#app/parts/chip-strip.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { SearchBox } from '#app/parts/search-box.tsx'
import { useCanEdit } from '#app/parts/use-can-edit.ts'
import { homeOf } from '#app/session/home.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import { ChevronLeftIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { cx } from '#app/ui/cx.ts'
import { Empty } from '#app/ui/empty.tsx'
import { RefreshIcon } from '#app/ui/icon.tsx'
import { Select } from '#app/ui/select.tsx'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { ConnectionChecklist, MOST_DUE } from './connection-checklist.tsx'
import { ITEM_ABNORMAL, ITEM_CONNECTED, countConnected, ITEM_MISSING, type Progress } from './connected.ts'
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
        <div className="mx-auto flex h-bar max-w-[1200px] items-center gap-0.5 px-3 md:gap-3 md:px-4">
          {id && (
            <Link
              to="/buildDetail/$id/$canEdit/$tabName"
              params={{ id, canEdit, tabName: 'iotInfo' }}
              className={cx(HEADER_LINK, '-ml-3 min-w-control justify-center text-2xl md:-ml-2 md:-mr-3 md:text-base')}
            >
              <ChevronLeftIcon />
              <span className="sr-only">返回建筑</span>
            </Link>
          )}
          <h1 className="min-w-0 flex-1 truncate text-base md:text-lg">接入自检</h1>
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
    <div className="mb-2 grid gap-2 md:mb-4 md:grid-cols-[minmax(0,28rem)_minmax(0,16rem)]">
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

const STATES = [ITEM_ABNORMAL, ITEM_MISSING, ITEM_CONNECTED]

function SelfTest({ id }: { id: string }) {
  const must = useQuery(recordQuery.must(id))
  const isDesk = useMedia(DESK)
  const [chosen, choose] = useState<number | null>()
  return (
    <QueryResult of={must} waiting={<ChecklistComing />}>
      {(groups) => {
        const items = groups.flatMap(({ apiTypeVOS }) => apiTypeVOS)
        const counts = STATES.map((state) => ({ state, count: items.filter(({ status }) => status === state).length }))
        const found = counts.filter(({ count }) => count > 0)
        const isShort = items.filter(({ status }) => status !== ITEM_CONNECTED).length <= MOST_DUE
        const isRequiredMissing = items.some(({ isMust, status }) => isMust === 1 && status === ITEM_MISSING)
        const opening = isDesk || isShort ? null : isRequiredMissing ? ITEM_MISSING : found[0]?.state
        const shown = found.find(({ state }) => state === (chosen === undefined ? opening : chosen))?.state
        return (
          <>
            <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-line bg-panel px-4 py-3">
              <Result groups={groups} />
              <div className="flex items-center justify-between gap-x-3 max-md:w-full">
                <TestedAt at={must.dataUpdatedAt} />
                <Button
                  icon={<RefreshIcon />}
                  busy={must.isFetching}
                  onClick={() => void must.refetch({ cancelRefetch: false })}
                >
                  重新检测
                </Button>
              </div>
            </div>
            {found.length > 1 && (
              <ChipStrip label="接入状态" className="state-chips -mx-3 mb-2 md:-mx-4">
                <Chip label="全部" count={items.length} isOn={shown === undefined} onPress={() => choose(null)} />
                {found.map(({ state, count }) => (
                  <Chip
                    key={state}
                    label={itemConnection.label(state)}
                    count={count}
                    mark={<ToneMark tone={itemConnection.tone(state)} />}
                    isOn={shown === state}
                    onPress={() => choose(state)}
                  />
                ))}
              </ChipStrip>
            )}
            <ConnectionChecklist
              buildingId={id}
              groups={groups
                .map((group) => ({
                  ...group,
                  apiTypeVOS: group.apiTypeVOS.filter(({ status }) => shown === undefined || status === shown),
                }))
                .filter(({ apiTypeVOS }) => apiTypeVOS.length > 0)}
            />
          </>
        )
      }}
    </QueryResult>
  )
}

function TestedAt({ at }: { at: number }) {
  const connection = useConnection()
  return (
    <p className="text-sm text-ink-soft">
      检测于 {shortTime(at, useNow())}
      {connection !== 'online' && (
        <span className="font-medium text-attention-ink"> · {CONNECTIVITY_TEXT[connection]}</span>
      )}
    </p>
  )
}

function Result({ groups }: { groups: readonly ItemGroup[] }) {
  const { must, optional } = countConnected(groups)
  const tone = must.connected < must.all ? 'danger' : isWhole(must) && isWhole(optional) ? 'ok' : 'attention'
  return (
    <output className="min-w-0 flex-1 text-base text-ink max-md:basis-full">
      <span className="flex flex-wrap gap-x-4 text-lg font-semibold md:gap-x-6">
        <ProgressWords name="必接项" of={must} />
        {optional.all > 0 && <ProgressWords name="选接项" of={optional} />}
      </span>
      {must.all > 0 && (
        <span className={cx('mt-0.5 flex items-center gap-1.5 font-medium', toneClass[tone].text)}>
          <ToneMark tone={tone} />
          {[openOf('必接项', must), openOf('选接项', optional)].filter(Boolean).join('；') || '全部接入'}
        </span>
      )}
    </output>
  )
}

const isWhole = ({ connected, abnormal, all }: Progress) => connected === all && abnormal === 0

function openOf(name: string, { connected, abnormal, all }: Progress) {
  const counts = [abnormal > 0 && `${abnormal} 个异常`, connected < all && `${all - connected} 个未接入`].filter(
    Boolean,
  )
  return counts.length > 0 && `${name}：${counts.join('，')}`
}

function ProgressWords({ name, of: { connected, all } }: { readonly name: string; readonly of: Progress }) {
  return (
    <span className="whitespace-nowrap">
      {name}{' '}
      <span className="font-figure">
        {connected} / {all}
      </span>
      <span className="max-md:sr-only"> 已接入</span>
    </span>
  )
}
