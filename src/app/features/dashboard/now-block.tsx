import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { alarm, AlarmRow } from '#contract/alarm.ts'
import type { dashboard } from '#contract/dashboard.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { useConnection } from '#app/offline/connection.ts'
import { useNoteFires } from '#app/parts/alarm/use-note-fires.ts'
import { CheckIcon, InfoIcon } from '#app/ui/icon.tsx'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { AlarmBlock } from './alarm-block.tsx'
import { Matter, matterClass } from './matter-row.tsx'

export type Duty = OutputOf<typeof dashboard.duty>

interface NowBlockProps {
  readonly alarms: UseQueryResult<OutputOf<typeof alarm.list>>
  readonly duty: UseQueryResult<Duty>
  readonly whole?: UseQueryResult<Duty>
  readonly isFiltered?: boolean
  readonly pending?: UseQueryResult | undefined
  /** With keys, most urgent first. */
  readonly matters: readonly ReactElement[]
  readonly score?: ReactElement
  readonly arrived?: readonly AlarmRow[]
  readonly districtOf?: (row: AlarmRow) => string | undefined
  readonly order?: string | undefined
}

/** Older data may miss a fire. */
const FRESH_MS = 5 * 60_000

export function NowBlock(props: NowBlockProps) {
  const {
    alarms,
    duty,
    whole = duty,
    isFiltered = false,
    pending,
    matters: known,
    score,
    arrived = [],
    districtOf,
    order,
  } = props
  const now = useNow()
  const isOnline = useConnection() === 'online'
  const { data, dataUpdatedAt } = alarms
  useNoteFires(data)
  const isFresh = isOnline && now.getTime() - dataUpdatedAt < FRESH_MS
  const retry = () =>
    void Promise.all([alarms, duty, whole, pending].map((one) => one?.refetch({ cancelRefetch: false })))
  const lost = (
    <button key="lost" type="button" className={matterClass} onClick={retry}>
      <Matter mark={<InfoIcon />} tone="unknown" title="待处理未能取得" detail="重试" />
    </button>
  )
  const isLost = [duty, whole, pending].some((one) => one && !one.data)
  const matters = isLost ? [...known, lost] : known
  const hasPanel = matters.length > 0 || score
  const asOf = isOnline ? null : shortTime(dataUpdatedAt, now)
  return (
    <section aria-label="现在" className={cx('mb-3 grid grid-cols-1 gap-3', hasPanel && 'xl:grid-cols-2')}>
      {!data ? (
        <Unknown onRetry={retry} />
      ) : data.total > 0 ? (
        <AlarmBlock
          alarms={data.list}
          total={data.total}
          arrived={arrived}
          asOf={asOf}
          districtOf={districtOf}
          order={order}
          most={Math.ceil(matters.length / 2) + (score ? 0 : 1)}
        />
      ) : (
        <Quiet
          time={shortTime(dataUpdatedAt, now)}
          isOnline={isOnline}
          isFresh={isFresh}
          offline={whole.data?.offline.points}
          isFiltered={isFiltered}
          isClear={!isFiltered && matters.length === 0}
        />
      )}
      {hasPanel && (
        <div className="matters">
          {score}
          {matters.length > 0 && (
            <ul aria-label="待处理" aria-busy={duty.isPlaceholderData}>
              {matters.map((row) => (
                <li key={row.key}>{row}</li>
              ))}
            </ul>
          )}
        </div>
      )}
    </section>
  )
}

interface QuietProps {
  readonly offline: number | undefined
  readonly isFiltered: boolean
  readonly time: string
  readonly isOnline: boolean
  readonly isFresh: boolean
  readonly isClear: boolean
}

function Quiet({ time, isOnline, isFresh, offline, isFiltered, isClear }: QuietProps) {
  const isSure = isFresh && offline === 0
  const [title, detail] = !isOnline
    ? [`离线，收不到新火警`, `截至 ${time} 无未结束的火警，请以消控室主机为准`]
    : !isFresh || offline === undefined
      ? [`截至 ${time} 无火警`, '数据未更新，请以消控室主机为准']
      : isSure
        ? ['当前无火警', isClear ? '设备全部在线，无待处理事项' : '设备全部在线']
        : ['未收到火警', `${isFiltered ? '全辖区 ' : ''}${offline} 个点位离线，其火警可能收不到`]
  const tone = isSure ? 'ok' : isFresh ? 'plain' : 'attention'
  return (
    <section aria-label="火警" className={`quiet quiet-${tone}`}>
      <span>{tone === 'ok' ? <CheckIcon /> : <InfoIcon />}</span>
      <div className="min-w-0">
        <h2 className="text-xl font-semibold">{title}</h2>
        <p className="text-sm">{detail}</p>
      </div>
    </section>
  )
}

function Unknown({ onRetry }: { onRetry(): void }) {
  return (
    <section aria-label="火警" className="quiet quiet-attention">
      <div className="min-w-0 flex-1">
        <h2 className="text-xl font-semibold">火警未能取得</h2>
        <p className="text-sm">请以消控室主机为准</p>
      </div>
      <Button size="small" onClick={onRetry}>
        重试
      </Button>
    </section>
  )
}

/** Stays true: mounting observers fetch again after an error. */
export function useIsKnown(...queries: readonly Pick<UseQueryResult, 'data' | 'error' | 'fetchStatus'>[]): boolean {
  const connection = useConnection()
  const isSilent = connection === 'silent' || connection === 'portal'
  const isKnown = queries.every(
    ({ data, error, fetchStatus }) => data !== undefined || error || isSilent || fetchStatus === 'paused',
  )
  const [wasKnown, setKnown] = useState(isKnown)
  if (isKnown && !wasKnown) setKnown(true)
  return isKnown || wasKnown
}

export function NowWaiting() {
  return (
    <Loading className="space-y-3">
      <Skeleton className="h-20 rounded-lg" />
      <Skeleton className="h-64 rounded-lg" />
    </Loading>
  )
}
