import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { toWireTime } from '#contract/time.ts'
import { persistStatus } from '#app/offline/cache-persister.ts'
import { useConnection } from '#app/offline/connection.ts'
import { withOutbox } from '#app/offline/outbox/write-queued.ts'
import { dismissLostWrites, lostWrites } from '#app/offline/outbox/lost-writes.ts'
import { useUnsent, useUnsentKnown } from '#app/offline/outbox/outbox-state.ts'
import type { UnsentWrite } from '#app/offline/outbox/unsent-write.ts'
import { useSaveOffline } from '#app/parts/use-save-offline.ts'
import { useSession } from '#app/session/session.ts'
import { useMay } from '#app/session/use-may.ts'
import { ChevronRightIcon, DownloadIcon } from '#app/ui/action-icons.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { cx } from '#app/ui/cx.ts'
import { Dotted } from '#app/ui/dotted.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { confirm } from '#app/ui/confirm.ts'
import { CheckIcon, ChevronDownIcon } from '#app/ui/icon.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { exportWrite } from './export-write.ts'
import { mayRetry, outboxSentence, reasonOf, retriedWithAll } from './outbox-words.ts'

/** A longer list renders slowly. */
const MOST_CARDS = 100

const OF_UNIT = '响应和确认火警、处理问题、签到、申报、检修登记、编辑建筑和点位'
const OF_AUTHORITY = '响应和确认火警、检修登记、编辑建筑'
const FACTS = [
  ['没有提交成功的', '在这里列出原因，可以修改或重试；放弃前先导出为文件。'],
  ['提交之前', '请不要清除浏览器数据。退出登录时，会询问先提交、保留还是放弃。'],
] as const

export function OutboxScreen() {
  return (
    <>
      <LostNotice />
      <UnsentList />
    </>
  )
}

function LostNotice() {
  const lost = useSyncExternalStore(lostWrites.follow, lostWrites.read)
  const uid = useSession()?.user.id
  if (!lost || uid === undefined) return null
  const { count, named } = lost
  return (
    <section role="alert" className="mb-3 rounded-md border border-danger bg-danger-soft p-4 text-danger-ink">
      <h2 className="text-base font-semibold">浏览器清除了本机存储，{count} 项未提交的内容已丢失，请重新操作</h2>
      <ul className="mt-2 list-inside list-disc text-sm">
        {named.map(({ label, place, tappedAt }) => (
          <li key={`${tappedAt} ${label}`}>
            {[label, place, `操作时间 ${toWireTime(new Date(tappedAt))}`].filter(Boolean).join(' · ')}
          </li>
        ))}
      </ul>
      {count > named.length && <p className="mt-1 text-sm">另有 {count - named.length} 项</p>}
      <Button className="mt-3" size="small" onClick={() => dismissLostWrites(uid)}>
        知道了
      </Button>
    </section>
  )
}

function UnsentList() {
  const writes = useUnsent()
  const isKnown = useUnsentKnown()
  const reach = useConnection()
  const isAuthority = useMay('gov')
  useEffect(() => void withOutbox((outbox) => outbox.all()).catch(() => undefined), [])
  if (!isKnown)
    return (
      <Loading>
        <SkeletonText lines={4} />
      </Loading>
    )
  if (writes.length === 0)
    return (
      <>
        <div className="grid gap-3 xl:grid-cols-2">
          <section aria-label="待提交" className="rounded-md border border-line bg-panel">
            <Callout
              isBeside
              tone="ok"
              icon={<CheckIcon />}
              title="没有待提交的内容"
              hint="断网时的操作保存在这里，联网后自动提交"
            />
          </section>
          <SavedLink />
        </div>
        <details open className="group mt-3 rounded-md border border-line bg-panel">
          <summary className="flex min-h-[3rem] cursor-pointer items-center border-line px-4 text-base font-semibold group-open:border-b">
            断网时怎样操作
            <ChevronDownIcon className="ml-auto text-ink-soft group-open:rotate-180" />
          </summary>
          <Facts of={[['断网时可以做', isAuthority ? OF_AUTHORITY : OF_UNIT], ...FACTS]} />
        </details>
      </>
    )
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-ink-soft">{outboxSentence(writes, reach)}</p>
        <Button onClick={() => void retryAll(writes).catch(() => undefined)}>全部重试</Button>
      </div>
      <ul className="space-y-2">
        {writes.slice(0, MOST_CARDS).map((write) => (
          <Waiting key={write.seq} write={write} reason={reasonOf(write, writes, reach)} />
        ))}
      </ul>
      {writes.length > MOST_CARDS && (
        <p className="mt-3 text-sm text-ink-soft">另有 {writes.length - MOST_CARDS} 项，前面的提交后依次显示。</p>
      )}
    </>
  )
}

const retryAll = (writes: readonly UnsentWrite[]) =>
  withOutbox(async (outbox) => {
    await outbox.retry(...writes.filter(retriedWithAll).map(({ seq }) => seq))
    await outbox.flush(true)
  })

function SavedLink() {
  const { heads } = useSaveOffline()
  const isNone = heads?.length === 0
  const isCacheLost = useSyncExternalStore(persistStatus.follow, persistStatus.read) === 'failed'
  return (
    <Link to="/packs" className="flex items-center rounded-md border border-line bg-panel pr-4 hover:bg-wash">
      <div className="min-w-0 flex-1">
        <Callout
          isBeside
          icon={<DownloadIcon />}
          title="离线资料"
          hint={
            isNone ? (
              <span className="flex items-center gap-1.5 text-attention-ink">
                <ToneMark tone="attention" />
                {`未下载，断网${isCacheLost ? '时看不到' : '只能看打开过的页面'}`}
              </span>
            ) : (
              (heads && `已下载 ${heads.length} 栋建筑`) || '\u00a0'
            )
          }
        />
      </div>
      {isNone ? (
        <span className={cx(buttonClass({ kind: 'primary' }), 'shrink-0')}>去下载</span>
      ) : (
        <ChevronRightIcon className="shrink-0 text-ink-soft" />
      )}
    </Link>
  )
}

const pageOf = (page: string, seq: number) => (page.startsWith('/bindBuilding') ? `${page}&unsent=${seq}` : page)

function Waiting({ write, reason }: { write: UnsentWrite; reason: string | undefined }) {
  const { label, place, state, tappedAt, fields, page, files, seq } = write
  const { history } = useRouter()
  const isRefused = state === 'refused'
  const wrong = Object.values(fields ?? {}).filter((sentence) => sentence !== reason)

  async function giveUp() {
    const isSure = await confirm({
      question: `是否放弃“${label}”？`,
      detail: '放弃后不再提交；所填内容会先导出为文件保存在本机。',
      yes: '导出并放弃',
      danger: true,
    })
    if (!isSure) return
    exportWrite(write)
    await withOutbox((outbox) => outbox.remove(seq)).catch(() => toast.error('本机存储不可用，未能放弃，请稍后重试'))
  }

  return (
    <li id={`unsent-${seq}`} className="rounded-md border border-line bg-panel p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="min-w-0 break-words text-base font-medium">{label}</h2>
        <Badge tone={isRefused ? 'danger' : 'working'}>{isRefused ? '提交失败' : '待提交'}</Badge>
      </div>
      <p className="mt-1 text-sm text-ink-soft">
        <Dotted
          of={[
            place,
            <span key="time">
              操作时间 <time className="font-figure">{toWireTime(new Date(tappedAt))}</time>
            </span>,
            files.length > 0 && `附件 ${files.filter(({ address }) => address).length}/${files.length} 已上传`,
          ]}
        />
      </p>
      {reason && <p className={isRefused ? 'mt-1 text-danger-ink' : 'mt-1 text-sm text-ink-soft'}>{reason}</p>}
      {wrong.length > 0 && (
        <ul className="mt-1 list-inside list-disc text-sm text-danger-ink">
          {wrong.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {page && isRefused && <Button onClick={() => history.push(pageOf(page, seq))}>修改</Button>}
        {mayRetry(write) && (
          <Button onClick={() => void withOutbox((outbox) => outbox.retry(seq)).catch(() => undefined)}>重试</Button>
        )}
        <Button kind="quiet" onClick={() => void giveUp()}>
          放弃
        </Button>
      </div>
    </li>
  )
}
