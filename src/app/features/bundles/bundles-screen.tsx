import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useSyncExternalStore } from 'react'
import { BUNDLE_DAYS } from '#contract/bundle.ts'
import { buildingQuery } from '#app/data/building.ts'
import { formatTime } from '#app/lib/format.ts'
import { formatBytes } from '#app/lib/format-bytes.ts'
import { useNow } from '#app/lib/use-now.ts'
import { useConnection } from '#app/offline/connection.ts'
import { isExpired } from '#app/offline/bundles/bundle-state.ts'
import type { BundleHead } from '#app/offline/bundles/bundle-store.ts'
import { progressOf } from '#app/offline/bundles/download-bundle.ts'
import { dismissLostBundles, lostBundles } from '#app/offline/bundles/lost-bundles.ts'
import { useFirstTab } from '#app/parts/use-first-tab.ts'
import { type OfflineSaving, useSaveOffline } from '#app/parts/use-save-offline.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { confirm } from '#app/ui/confirm.ts'
import { cx } from '#app/ui/cx.ts'
import { ScanIcon } from '#app/ui/place-icons.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { PushCard } from './device-card.tsx'
import { OtherBuildings } from './other-buildings.tsx'
import { RefreshPart } from './refresh-card.tsx'
import { SealedCard } from './sealed-card.tsx'
import { StorageCard } from './storage-card.tsx'
import { useLate } from './use-late.ts'
import { usePush } from '#app/parts/use-push.ts'
import { useRefresh } from './use-refresh.ts'
import { useStorage } from '#app/parts/use-storage.ts'

/** If storage does not respond. */
const SILENT_MS = 1500

export function BundlesScreen() {
  const save = useSaveOffline()
  const { heads, taking, take, takeAll, drop } = save
  const buildings = useQuery({ ...buildingQuery.worst(), placeholderData: keepPreviousData })
  const reach = useConnection()
  const storage = useStorage()
  const push = usePush()
  const refresh = useRefresh()
  const isLate = useLate(SILENT_MS)
  const isListed = heads !== null && (isLate || !buildings.isLoading)
  // Cards follow once those above are known.
  const isKnown =
    isListed && (isLate || (storage.health !== undefined && push.state !== undefined && refresh.support !== undefined))

  return (
    <>
      <LostNotice mayTake={reach === 'online' && taking === null} onTake={takeAll} />
      <div className="grid gap-3 xl:grid-cols-[minmax(0,1fr)_24rem] xl:grid-rows-[auto_1fr] xl:items-start">
        <div className="min-w-0 xl:row-span-2">
          {!isListed ? (
            <Loading className="min-h-[12rem] rounded-md border border-line bg-panel p-4">
              <SkeletonText lines={5} />
            </Loading>
          ) : heads.length === 0 ? (
            <OtherBuildings
              title="选择建筑下载离线资料"
              head={<NoneTaken />}
              foot={<ScanRow />}
              of={buildings.data}
              save={save}
            />
          ) : (
            <>
              <Card
                title={`已下载 ${heads.length} 栋建筑`}
                flush
                actions={
                  <>
                    <Button
                      kind="quiet"
                      size="small"
                      disabled={reach !== 'online' || taking !== null}
                      onClick={() => void takeAll(heads.map(({ buildingId, name }) => [buildingId, name]))}
                    >
                      全部更新
                    </Button>
                    <ScanLink />
                  </>
                }
              >
                <ul className="divide-y divide-line">
                  {heads.map((head) => (
                    <Taken
                      key={head.buildingId}
                      head={head}
                      percent={
                        taking?.buildingId === head.buildingId
                          ? taking.progress
                            ? percentOf(taking.progress)
                            : 0
                          : undefined
                      }
                      mayTake={reach === 'online' && taking === null}
                      onTake={() => void take(head.buildingId)}
                      onDrop={() => void drop(head.buildingId)}
                    />
                  ))}
                </ul>
              </Card>
              <OtherBuildings title="其他建筑" className="mt-3" of={buildings.data} save={save} />
            </>
          )}
        </div>
        {isKnown && (
          <>
            <PushCard push={push}>
              <RefreshPart refresh={refresh} />
            </PushCard>
            <div className="grid gap-3">
              <StorageCard
                heads={heads ?? []}
                storage={storage}
                onDropAll={async () => {
                  for (const { buildingId } of heads ?? []) await drop(buildingId)
                }}
              />
              <SealedCard onChanged={storage.look} />
            </div>
          </>
        )}
      </div>
    </>
  )
}

function ScanLink() {
  return (
    <Link to="/scan" className={cx(buttonClass({ kind: 'quiet', size: 'small' }), '-mr-2.5 shrink-0')}>
      扫建筑二维码
    </Link>
  )
}

function NoneTaken() {
  return (
    <p className="px-4 py-3 text-sm text-ink-soft">
      <span className="flex items-center gap-1.5 font-semibold text-attention-ink">
        <ToneMark tone="attention" />
        均未下载，断网只能看打开过的页面
      </span>
      <span>下载后 {BUNDLE_DAYS} 天内断网可看</span>
      ：建筑信息、各楼层平面图、点位、测点、评分、问题和各系统记录；不含电话
    </p>
  )
}

function ScanRow() {
  return (
    <Link to="/scan" className="flex min-h-[3.5rem] items-center gap-x-3 border-t border-line px-4 hover:bg-wash">
      <ScanIcon className="text-xl text-ink-soft" />
      <span className="flex-1 text-base">扫码打开建筑后下载</span>
      <ChevronRightIcon className="text-ink-soft" />
    </Link>
  )
}

function LostNotice({ mayTake, onTake }: { mayTake: boolean; onTake: OfflineSaving['takeAll'] }) {
  const lost = Object.entries(useSyncExternalStore(lostBundles.follow, lostBundles.read))
  if (lost.length === 0) return null
  return (
    <section role="alert" className="mb-3 rounded-md border border-danger bg-danger-soft p-4 text-danger-ink">
      <h2 className="text-base font-semibold">浏览器清除了本机存储，{lost.length} 栋建筑的离线资料已丢失</h2>
      <p className="mt-1 break-words text-sm">{lost.map(([, name]) => name).join('、')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" disabled={!mayTake} onClick={() => void onTake(lost)}>
          重新下载
        </Button>
        <Button size="small" kind="quiet" onClick={dismissLostBundles}>
          知道了
        </Button>
      </div>
    </section>
  )
}

const percentOf = ({ done, all }: { done: number; all: number }) => (all === 0 ? 0 : (100 * done) / all)

interface FigureProps {
  readonly name: string
  readonly isBare?: boolean
  readonly children: ReactNode
}

function Figure({ name, isBare = false, children }: FigureProps) {
  return (
    <div className={cx('whitespace-nowrap', isBare ? 'text-right' : 'max-md:col-start-2')}>
      <dt className={isBare ? 'sr-only' : 'mr-2 inline-block w-[3em]'}>{name}</dt>
      <dd className="inline font-figure text-ink">{children}</dd>
    </div>
  )
}

interface TakenProps {
  readonly head: BundleHead
  /** Undefined: no download. */
  readonly percent: number | undefined
  readonly mayTake: boolean
  onTake(): void
  onDrop(): void
}

function Taken({ head, percent, mayTake, onTake, onDrop }: TakenProps) {
  const { buildingId, name, askedAt, expiresAt, parts } = head
  const isOver = isExpired(head, useNow().getTime())
  const firstTabOf = useFirstTab()
  const { done, all } = progressOf(parts)
  const isGone = parts.every(({ here }) => here === null)
  const bytes = parts.reduce((sum, part) => sum + (part.here === null ? 0 : part.bytes), 0)
  const told = parts.filter(({ note }) => note !== null)

  async function letGo() {
    if (
      await confirm({
        question: `是否删除“${name}”的离线资料？`,
        detail: '只删除本机上的资料，没有网络时不能再查看。',
        yes: '删除',
        danger: true,
      })
    )
      onDrop()
  }
  return (
    <li className={cx('p-4', isOver && 'bg-sunk')}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        {isOver ? (
          <h3 className="min-w-0 break-words text-base text-ink-soft">{name}</h3>
        ) : (
          <h3 className="min-w-0 break-words text-base">
            <Link
              to="/buildDetail/$id/$canEdit/$tabName"
              params={{ id: buildingId, canEdit: '0', tabName: firstTabOf(buildingId) }}
              className="inline-flex min-h-control items-center text-link hover:underline"
            >
              {name}
            </Link>
          </h3>
        )}
        {isOver ? (
          <Badge tone="idle">已过期</Badge>
        ) : done < all ? (
          <Badge tone="attention">
            未下载完 {done}/{all}
          </Badge>
        ) : (
          <Badge tone="ok">可离线查看</Badge>
        )}
      </div>
      {isOver && (
        <p className="mt-1 text-sm text-ink-soft">
          {isGone ? '资料已从本机清除，联网后可重新下载' : '已超过有效期，不再显示，联网后可更新'}
        </p>
      )}
      <dl className="mt-1 grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4 text-sm text-ink-soft md:grid-cols-[4.5rem_13rem_minmax(0,1fr)]">
        {isOver ? (
          <div />
        ) : (
          <Figure name="大小" isBare>
            {formatBytes(bytes)}
          </Figure>
        )}
        <Figure name="截至">{formatTime(askedAt)}</Figure>
        <Figure name={isOver ? '过期于' : '有效至'}>{formatTime(expiresAt)}</Figure>
      </dl>
      {percent !== undefined && <ProgressBar className="mt-2" label={`正在下载${name}`} value={percent} showValue />}
      {told.length > 0 && (
        <details className="mt-1 text-sm">
          <summary className="inline-flex min-h-control cursor-pointer items-center text-attention-ink">
            {told.length} 部分有说明
          </summary>
          <ul className="list-inside list-disc text-ink-soft">
            {told.map((part) => (
              <li key={part.name}>
                {part.label}：{part.note}
                {part.digest === null && part.here !== null && `（显示 ${formatTime(part.at)} 的内容）`}
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="small" disabled={!mayTake} busy={percent !== undefined} onClick={onTake}>
          {done < all && !isOver ? '继续下载' : '更新'}
        </Button>
        <Button size="small" kind="quiet" onClick={() => void letGo()}>
          删除
        </Button>
      </div>
    </li>
  )
}
