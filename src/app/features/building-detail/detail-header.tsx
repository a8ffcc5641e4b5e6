import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { BuildingDetail } from '#contract/building-detail.ts'
import { REPORT_REFUSAL } from '#contract/building-detail.rules.ts'
import { accessStatus } from '#contract/dict/access-status.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { releaseUnits } from '#app/data/building.ts'
import { makeNotice, makeReport } from '#app/data/building-detail.ts'
import { takenReport } from '#app/data/bundle.ts'
import { copyText } from '#app/lib/copy-text.ts'
import { MISSING, orMissing } from '#app/lib/format.ts'
import { isCallable } from '#app/lib/mask.ts'
import { navigationUrl } from '#app/lib/navigation-url.ts'
import { openWhenReady } from '#app/lib/open-window.ts'
import { saveBlob } from '#app/lib/save-blob.ts'
import { BuildingsCrumb } from '#app/parts/buildings-crumb.tsx'
import { ConditionMarks } from '#app/parts/condition-mark.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { ExportButton } from '#app/parts/export-button.tsx'
import { phoneGap } from '#app/parts/phone-gap.ts'
import { ShelfButton } from '#app/parts/shelf-button.tsx'
import { useNamePage } from '#app/parts/page-title.ts'
import { SaveOffline } from '#app/parts/save-offline.tsx'
import { ScoreBlock } from '#app/parts/score-block.tsx'
import { useAsyncAction } from '#app/parts/use-async-action.ts'
import { isOnline, useConnection } from '#app/offline/connection.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import { useMay } from '#app/session/use-may.ts'
import { CallIcon, CopyIcon, MoreIcon, NavigateIcon, PrintIcon } from '#app/ui/action-icons.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass, IconButton } from '#app/ui/button.tsx'
import { confirm } from '#app/ui/confirm.ts'
import { cx } from '#app/ui/cx.ts'
import { onDemand } from '#app/ui/on-demand.tsx'
import { DocumentIcon } from '#app/ui/place-icons.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import { EditBuildingLink } from './edit-building-link.tsx'

const ProviderDialog = onDemand(() => import('./provider-dialog.tsx').then((loaded) => loaded.ProviderDialog))

interface DetailHeaderProps {
  readonly building: BuildingDetail
  readonly canEdit: boolean
  readonly isTab?: boolean
  readonly answer: Pick<UseQueryResult, 'dataUpdatedAt' | 'isFetching'>
  readonly links?: ReactNode
  readonly aside?: ReactNode
}

export function DetailHeader({ building, canEdit, isTab = false, answer, links, aside }: DetailHeaderProps) {
  const [isMore, setMore] = useState(false)
  const isOnDuty = useMay('duty')
  useNamePage(building.name)
  const { accessStatus: status, pointNum, offlineNum } = building
  const address = building.addressDetail ?? building.address
  const { data: open } = useQuery({ ...alarmQuery.openOf(building.buildingId), enabled: isOnDuty })
  const marked = open?.total ? { ...building, alarmNum: 0 } : building
  return (
    <section
      aria-label="建筑概要"
      className="bg-panel py-2 max-md:-mx-3 max-md:px-3 max-md:pb-0 max-md:first:-mt-2 md:rounded-md md:border md:border-line md:px-4"
    >
      <div className="flex items-center gap-x-2 gap-y-2 md:flex-wrap md:gap-x-3 lg:gap-x-6">
        <div className="flex min-w-0 flex-1 items-center gap-2 md:basis-72 md:gap-3">
          <Link
            to="/buildDetail/$id/$canEdit/$tabName"
            params={{ id: building.buildingId, canEdit: canEdit ? '1' : '0', tabName: 'scoreInfo' }}
            replace={isTab}
            resetScroll={!isTab}
            className="shrink-0 rounded-lg hover:opacity-90"
          >
            <ScoreBlock
              score={building.safetyScore}
              alarms={building.alarmNum}
              className="max-md:!h-control md:h-14 md:w-[4.25rem]"
            />
          </Link>
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-ink-soft max-md:min-h-[2.75rem]">
            <BuildingsCrumb />
            <p
              aria-hidden="true"
              className="not-printed hidden min-w-0 break-words text-xl font-semibold text-ink md:block"
            >
              {building.name}
            </p>
            <span className="order-last md:order-none">
              <DataTime of={answer} isLast />
            </span>
            <span className="hidden basis-full md:block" />
            <ConditionMarks
              of={marked}
              linkedBuildingId={isOnDuty ? building.buildingId : undefined}
              className="max-md:basis-full"
            />
            <p className="flex min-w-0 items-center gap-x-2 whitespace-nowrap lg:flex-1 lg:gap-x-3">
              <Badge look="plain" tone={accessStatus.tone(status)} className="!gap-1 !font-normal">
                {accessStatus.label(status)}
              </Badge>
              {pointNum !== undefined && (
                <span className="shrink-0">
                  {pointNum - (offlineNum ?? 0)} / {pointNum} <span className="max-lg:sr-only">个点位</span>在线
                </span>
              )}
              <span title={address ?? undefined} className="hidden truncate lg:block">
                {orMissing(address)}
              </span>
            </p>
            {aside}
          </div>
        </div>
        <div className="flex gap-1 md:gap-2">
          <Call name={building.safeManagerName} phone={building.safeManagerPhone} isAwaited={answer.isFetching} />
          <a
            href={navigationUrl(building, address)}
            target="_blank"
            rel="noopener noreferrer"
            className={cx(buttonClass(), ACTION)}
          >
            <NavigateIcon className={ACTION_ICON} />
            <span className={ACTION_WORD}>导航</span>
          </a>
          <Button className={ACTION} aria-expanded={isMore} onClick={() => setMore(!isMore)}>
            <MoreIcon className={ACTION_ICON} />
            <span className={ACTION_WORD}>更多</span>
          </Button>
        </div>
      </div>
      {isMore && <More building={building} canEdit={canEdit} links={links} />}
    </section>
  )
}

const ACTION = 'max-md:w-control max-md:px-0'
const ACTION_ICON = 'max-md:text-lg'
const ACTION_WORD = 'max-md:sr-only'

interface CallProps {
  readonly name: string | null
  readonly phone: string | null | undefined
  readonly isAwaited: boolean
}

function Call({ name, phone, isAwaited }: CallProps) {
  const gap = phoneGap(phone, useConnection() === 'online', isAwaited)
  const content = (
    <>
      <CallIcon className={ACTION_ICON} />
      <span className={ACTION_WORD}>呼叫</span>
    </>
  )
  if (gap === undefined)
    return (
      <Button className={ACTION} aria-busy>
        {content}
      </Button>
    )
  if (!isCallable(phone))
    return (
      <Button className={ACTION} disabled title={phone === undefined ? gap : '未登记消防安全管理人电话'}>
        {content}
      </Button>
    )
  return (
    <a href={`tel:${phone}`} title={`消防安全管理人 ${name ?? ''}`} className={cx(buttonClass(), ACTION)}>
      {content}
    </a>
  )
}

type MoreProps = Pick<DetailHeaderProps, 'building' | 'canEdit' | 'links'>

function More({ building, canEdit, links }: MoreProps) {
  const [provider, setProvider] = useState(false)
  const { iotIsv } = building
  return (
    <div className="mt-3 border-t border-line pt-3 max-md:pb-2">
      <Documents building={building} canEdit={canEdit} links={links} />
      <dl className="mt-3 grid gap-x-6 gap-y-1 text-sm md:grid-cols-2">
        <Fact name="建筑密钥">
          <BuildingKey appKey={building.appKey} />
        </Fact>
        <Fact name="服务商">
          {iotIsv ? (
            <Button
              kind="quiet"
              size="small"
              className="-ml-2.5 whitespace-normal text-left"
              onClick={() => setProvider(true)}
            >
              {iotIsv.name}
              {iotIsv.suspendTime && (
                <Badge tone="danger" className="ml-2">
                  已暂停
                </Badge>
              )}
            </Button>
          ) : (
            orMissing(building.isvName)
          )}
        </Fact>
      </dl>
      {iotIsv && <ProviderDialog provider={iotIsv} open={provider} onClose={() => setProvider(false)} />}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-[2rem] items-center gap-3">
      <dt className="w-16 shrink-0 text-ink-soft">{name}</dt>
      <dd className="min-w-0 break-words text-ink">{children}</dd>
    </div>
  )
}

function BuildingKey({ appKey }: { appKey: string | null }) {
  async function copy() {
    if (await copyText(appKey ?? '')) toast.success('复制成功：建筑密钥')
    else toast.error('建筑密钥未复制，请手动抄写')
  }
  // Arrives late: not stored offline; the `key` prop avoids a layout
  // shift.
  return (
    <span className="flex min-h-control-sm items-center gap-1">
      <span key={appKey ? 'key' : 'none'} className={cx('min-w-0 break-all', appKey && 'font-mono')}>
        {appKey || MISSING}
      </span>
      {appKey && !appKey.includes('*') && (
        <IconButton size="small" label="复制建筑密钥" icon={<CopyIcon />} onClick={() => void copy()} />
      )}
    </span>
  )
}

function Documents({ building, canEdit, links }: MoreProps) {
  const role = actorOf(useSession())?.role
  const isAuthority = role === 'government'
  const isCity = useMay('gov2')
  const { busy, run } = useAsyncAction()

  async function report() {
    // Avoids an empty window.
    if (building.totalStatus !== 0) return toast.error(REPORT_REFUSAL)
    await run(async () => {
      const { buildingId } = building
      const taken = isOnline() ? null : await takenReport(buildingId)
      if (taken) saveBlob(taken, `${building.name}-接入报告.pdf`)
      else await openWhenReady(() => makeReport({ buildingId }))
    }, '下载失败')
  }

  return (
    <div className="flex flex-wrap gap-2">
      {links}
      <EditBuildingLink id={building.buildingId} canEdit={canEdit} />
      {isAuthority && (
        <ExportButton
          size="small"
          disabled={building.mustNumPre !== 100}
          title={building.mustNumPre === 100 ? undefined : '必接项全部接入后可以查看'}
          address={() => makeNotice(building.buildingId)}
        >
          接入告知书
        </ExportButton>
      )}
      <ShelfButton
        size="small"
        place={{
          buildingId: building.buildingId,
          buildingName: building.name,
          openProjectId: building.openProjectId,
        }}
      />
      <SaveOffline buildingId={building.buildingId} />
      <Link to="/buildingCard/$id" params={{ id: building.buildingId }} className={buttonClass({ size: 'small' })}>
        <PrintIcon />
        建筑卡片
      </Link>
      <Button size="small" icon={<DocumentIcon />} busy={busy} onClick={() => void report()}>
        下载报告
      </Button>
      {isCity && <ReleaseUnits building={building} />}
    </div>
  )
}

function ReleaseUnits({ building: { buildingId, name } }: Pick<DetailHeaderProps, 'building'>) {
  const client = useQueryClient()
  const { busy, run } = useAsyncAction()
  async function release() {
    const yes = await confirm({
      question: `是否解除“${name}”的管理单位？`,
      detail: '原单位不再能查看该建筑，也不再接收其火警通知；其待审批的申请作废，建筑密钥随即更换。',
      yes: '解除',
      danger: true,
    })
    if (!yes) return
    await run(async () => {
      await releaseUnits(client, buildingId)
      toast.success(`已解除“${name}”的管理单位`)
    }, '管理单位未解除，请重试')
  }
  return (
    <Button size="small" busy={busy} onClick={() => void release()}>
      解除管理单位
    </Button>
  )
}
