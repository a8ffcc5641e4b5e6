import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import type { ItemGroup } from '#contract/record.ts'
import { itemConnection } from '#contract/dict/connection-states.ts'
import { alarmQuery } from '#app/data/alarm.ts'
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
import { useMay } from '#app/session/use-may.ts'
import { ChevronLeftIcon } from '#app/ui/action-icons.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { cx } from '#app/ui/cx.ts'
import { Empty } from '#app/ui/empty.tsx'
import { ChevronDownIcon, RefreshIcon } from '#app/ui/icon.tsx'
import { Select } from '#app/ui/select.tsx'
import { toneClass } from '#app/ui/tone-class.ts'
import type { Tone } from '#app/ui/tone.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { Watermark } from '#app/ui/watermark.tsx'
import { ConnectionChecklist, MOST_DUE, OpenProblems } from './connection-checklist.tsx'
import { ITEM_ABNORMAL, ITEM_CONNECTED, countConnected, burningOf, ITEM_MISSING, type Progress } from './connected.ts'
import { ChecklistComing } from './iot-data-tab.tsx'

interface DeviceTestScreenProps {
  readonly id: string | undefined
  readonly alarms: ReactNode
  onChoose(id: string): void
}

const OFFERED = 50

function useBuildings(id: string | undefined) {
  const [search, setSearch] = useState('')
  const buildings = useQuery({
    ...buildingQuery.list({ currentPage: 1, pageSize: OFFERED, search }),
    placeholderData: keepPreviousData,
  })
  const chosen = useQuery({ ...buildingDetailQuery.detail(id ?? ''), enabled: id !== undefined })
  const listed = (buildings.data?.list ?? []).map((row) => ({ value: row.id, label: row.name }))
  const isListed = listed.some(({ value }) => value === id)
  return {
    options: [...(id && !isListed ? [{ value: id, label: chosen.data?.name ?? '…' }] : []), ...listed],
    finder: (search !== '' || (buildings.data?.total ?? 0) > OFFERED) && (
      <SearchBox label="按名称查找建筑" initial={search} onSearch={(text) => setSearch(text.trim())} />
    ),
  }
}

export function DeviceTestScreen({ id, alarms, onChoose }: DeviceTestScreenProps) {
  const session = useSession()
  const actor = actorOf(session)
  const canEdit = useCanEdit()
  const { options, finder } = useBuildings(id)
  const isInBar = id !== undefined
  const choice = {
    'aria-label': '建筑',
    value: id ?? '',
    onChange: ({ target }: ChangeEvent<HTMLSelectElement>) => onChoose(target.value),
  }
  return (
    <div className="isolate flex min-h-screen flex-col bg-surface">
      <Watermark lines={[session?.user.name ?? '']} />
      <header className="sticky top-0 z-bar bg-brand pt-[env(safe-area-inset-top)] text-brand-on">
        <div className="mx-auto flex h-bar max-w-[1200px] items-center gap-0.5 px-3 md:gap-2 md:px-4">
          {id && (
            <Link
              to="/buildDetail/$id/$canEdit/$tabName"
              params={{ id, canEdit, tabName: 'iotInfo' }}
              className={cx(buttonClass({ kind: 'plain' }), '-ml-3 max-md:w-control max-md:!px-0 md:-ml-4')}
            >
              <ChevronLeftIcon className="text-2xl md:-ml-1" />
              <span className="max-md:sr-only">
                返回<span className="sr-only">建筑</span>
              </span>
            </Link>
          )}
          {isInBar ? (
            <div className="relative mr-auto min-w-0 self-stretch md:max-w-[28rem]">
              <h1 className="absolute left-0 top-1.5 text-xs font-normal">接入自检</h1>
              <span aria-hidden="true" className="invisible block min-w-[5.5rem] truncate pr-8 text-base font-semibold">
                {options.find(({ value }) => value === id)?.label}
              </span>
              <select
                {...choice}
                className="absolute inset-0 h-full w-full cursor-pointer appearance-none truncate bg-transparent pr-8 pt-4 text-base font-semibold -outline-offset-2 [&>option]:bg-panel [&>option]:text-ink"
              >
                {options.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
              <ChevronDownIcon className="pointer-events-none absolute bottom-2.5 right-1 text-lg" />
            </div>
          ) : (
            <h1 className="min-w-0 flex-1 truncate text-base md:text-lg">接入自检</h1>
          )}
          {alarms}
          {actor && !isInBar && (
            <Link
              to={homeOf(actor)}
              className="flex min-h-control items-center whitespace-nowrap rounded px-2 hover:bg-brand-raised md:-mr-2"
            >
              返回首页
            </Link>
          )}
        </div>
      </header>
      <main className="mx-auto w-full max-w-[1200px] flex-1 px-3 pb-4 pt-2 md:px-4 md:pt-4">
        {!isInBar && (
          <div className="mb-2 grid gap-2 md:mb-4 md:grid-cols-[minmax(0,28rem)_minmax(0,16rem)]">
            <Select placeholder="请选择建筑" options={options} {...choice} />
            {finder}
          </div>
        )}
        {id ? (
          <BuildingAlarms key={id} id={id} isTop={isInBar}>
            {finder && <div className="mb-2 md:max-w-[28rem]">{finder}</div>}
            <SelfTest id={id} />
          </BuildingAlarms>
        ) : (
          <Empty title="请选择要检测的建筑" hint="检测会列出该建筑各消防系统的接口是否已接入" />
        )}
      </main>
    </div>
  )
}

const stateLabel = (state: number) => (state === ITEM_CONNECTED ? '接入正常' : itemConnection.label(state))
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
        const fires = items.reduce((sum, item) => sum + burningOf(item), 0)
        const problems = items.reduce((sum, { exceptionNum }) => sum + exceptionNum, 0)
        const found = counts.filter(({ count }) => count > 0)
        const isShort = items.filter(({ status }) => status !== ITEM_CONNECTED).length <= MOST_DUE
        const isRequiredMissing = items.some(({ isMust, status }) => isMust === 1 && status === ITEM_MISSING)
        const opening = isDesk || isShort ? null : isRequiredMissing ? ITEM_MISSING : found[0]?.state
        const shown = found.find(({ state }) => state === (chosen === undefined ? opening : chosen))?.state
        return (
          <>
            <div className="mb-1 flex items-center gap-x-3 rounded-md border border-line bg-panel px-4 py-1.5 md:mb-3 md:py-3">
              <div className="min-w-0 flex-1 xl:flex xl:items-center xl:gap-x-6">
                <Result groups={groups} isBrief={found.length > 1} />
                <div className="flex flex-wrap items-center gap-x-1.5 text-sm text-ink-soft xl:flex-1">
                  {problems > 0 && <ToProblems id={id} count={problems} devices={fires} />}
                  <TestedAt at={must.dataUpdatedAt} />
                </div>
              </div>
              <Button
                icon={<RefreshIcon />}
                busy={must.isFetching}
                className="max-md:w-control max-md:!px-0"
                onClick={() => void must.refetch({ cancelRefetch: false })}
              >
                <span className="max-md:sr-only">重新检测</span>
              </Button>
            </div>
            {found.length > 1 && (
              <ChipStrip label="接入状态" className="state-chips -mx-3 mb-1 md:-mx-4 md:mb-2">
                <Chip label="全部" count={items.length} isOn={shown === undefined} onPress={() => choose(null)} />
                {found.map(({ state, count }) => (
                  <Chip
                    key={state}
                    label={stateLabel(state)}
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
              isCounted={found.length > 1}
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

function ToProblems({ id, count, devices }: { id: string; count: number; devices: number }) {
  const canEdit = useCanEdit()
  const fires = useQuery({ ...alarmQuery.openOf(id), enabled: useMay('duty') && devices > 0 }).data?.total
  return (
    <>
      <Link
        to="/buildDetail/$id/$canEdit/$tabName"
        params={{ id, canEdit, tabName: 'todoInfo' }}
        className="relative inline-flex flex-wrap items-center gap-x-1.5 font-medium text-attention-ink hover:underline touch:after:absolute touch:after:-inset-x-2 touch:after:-bottom-2 touch:after:-top-4 xl:text-base"
      >
        <OpenProblems
          fires={devices > 0 && (fires ? `${fires} 处火警（${devices} 个设备）` : `${devices} 个设备火警`)}
          words={`${devices > 0 ? '共 ' : ''}${count} 个问题未解决`}
        />
      </Link>
      <span className="max-md:hidden xl:hidden">·</span>
    </>
  )
}

function TestedAt({ at }: { at: number }) {
  const connection = useConnection()
  return (
    <p className="xl:ml-auto">
      检测于 {shortTime(at, useNow())}
      {connection !== 'online' && (
        <span className="font-medium text-attention-ink"> · {CONNECTIVITY_TEXT[connection]}</span>
      )}
    </p>
  )
}

interface ResultProps {
  readonly groups: readonly ItemGroup[]
  readonly isBrief: boolean
}

function Result({ groups, isBrief }: ResultProps) {
  const { must, optional } = countConnected(groups)
  const tone = must.connected < must.all ? 'danger' : isWhole(must) && isWhole(optional) ? 'ok' : 'attention'
  return (
    <output className="block min-w-0 text-base text-ink">
      <span className="flex flex-wrap items-center gap-x-3 font-semibold md:gap-x-6 md:text-lg">
        <ProgressWords
          name="必接项"
          of={must}
          isMarked={isBrief && must.all > 0}
          tone={tone === 'danger' ? tone : undefined}
        />
        {optional.all > 0 && <ProgressWords name="选接项" of={optional} isMarked={isBrief} />}
      </span>
      {must.all > 0 && (
        <span
          className={cx('mt-0.5 flex items-center gap-1.5 font-medium', toneClass[tone].text, isBrief && 'sr-only')}
        >
          <ToneMark tone={tone} />
          {[openOf('必接项', must), openOf('选接项', optional)].filter(Boolean).join('；') || '全部接入'}
        </span>
      )}
    </output>
  )
}

const toneOfOpen = ({ connected, all }: Progress) => (connected < all ? 'idle' : 'attention')

const isWhole = ({ connected, abnormal, all }: Progress) => connected === all && abnormal === 0

function openOf(name: string, { connected, abnormal, all }: Progress) {
  const counts = [abnormal > 0 && `${abnormal} 个异常`, connected < all && `${all - connected} 个未接入`].filter(
    Boolean,
  )
  return counts.length > 0 && `${name}：${counts.join('，')}`
}

interface ProgressWordsProps {
  readonly name: string
  readonly of: Progress
  readonly isMarked: boolean
  readonly tone?: Tone | undefined
}

function ProgressWords({ name, of, isMarked, tone = isWhole(of) ? 'ok' : toneOfOpen(of) }: ProgressWordsProps) {
  const { connected, all } = of
  return (
    <span className="whitespace-nowrap">
      {isMarked && tone !== 'idle' && <ToneMark tone={tone} className="mr-1.5 inline -translate-y-px" />}
      {name}{' '}
      <span className="font-figure">
        {connected} / {all}
      </span>
      <span className="max-md:sr-only"> 已接入</span>
    </span>
  )
}
