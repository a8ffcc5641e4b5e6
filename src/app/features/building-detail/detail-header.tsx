import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { BuildingDetail } from '#contract/building-detail.ts'
import { BUILDING_RULES } from '#contract/building.rules.ts'
import { REPORT_REFUSAL } from '#contract/building-detail.rules.ts'
import { accessStatus } from '#contract/dict/access-status.ts'
import { scoreTone } from '#contract/score.rules.ts'
import { makeNotice, makeReport } from '#app/data/building-detail.ts'
import { takenReport } from '#app/data/pack.ts'
import { copyText } from '#app/lib/copy-text.ts'
import { MISSING, orMissing } from '#app/lib/format.ts'
import { openWhenReady } from '#app/lib/open-window.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { saveBlob } from '#app/lib/save-blob.ts'
import { DataTime } from '#app/parts/data-time.tsx'
import { ExportButton } from '#app/parts/export-button.tsx'
import { TakeAlong } from '#app/parts/take-along.tsx'
import { isOnline } from '#app/offline/connection.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import { CopyIcon, EditIcon, PrintIcon } from '#app/ui/action-icons.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass, IconButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { onDemand } from '#app/ui/on-demand.tsx'
import { DocumentIcon } from '#app/ui/place-icons.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import { toneClass } from '#app/ui/tone-class.ts'

const ProviderDialog = onDemand(() => import('./provider-dialog.tsx').then((loaded) => loaded.ProviderDialog))

interface DetailHeaderProps {
  readonly building: BuildingDetail
  readonly canEdit: boolean
  readonly answer: Pick<UseQueryResult, 'dataUpdatedAt' | 'isFetching'>
}

/** A building's state, score, name, address, key, provider and documents. Source: document 2, Building detail page. */
export function DetailHeader({ building, canEdit, answer }: DetailHeaderProps) {
  const [provider, setProvider] = useState(false)
  const { accessStatus: status, iotIsv } = building
  return (
    <section aria-label="建筑概要" className="rounded-md border border-line bg-panel p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-72 items-start gap-4">
          <Score score={building.safetyScore} />
          <div className="min-w-0">
            <h2 className="break-words text-lg">{building.name}</h2>
            <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge tone={accessStatus.tone(status)}>{accessStatus.label(status)}</Badge>
              <DataTime of={answer} />
            </div>
          </div>
        </div>
        <Documents building={building} canEdit={canEdit} />
      </div>
      <dl className="mt-3 grid gap-x-6 gap-y-1 border-t border-line pt-3 text-sm md:grid-cols-2 xl:grid-cols-3">
        <Fact name="地址">{orMissing(building.addressDetail ?? building.address)}</Fact>
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
    </section>
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

function Score({ score }: { score: number | null }) {
  return (
    <div className="w-16 shrink-0 text-center">
      <div className={cx('font-figure text-4xl font-semibold leading-none', toneClass[scoreTone(score)].text)}>
        {score === null ? MISSING : Math.round(score)}
      </div>
      <div className="mt-1 text-xs text-ink-soft">安全评分</div>
    </div>
  )
}

/** The key in full can be copied; who gets it masked has no use for a copy. */
function BuildingKey({ appKey }: { appKey: string | null }) {
  async function copy() {
    if (await copyText(appKey ?? '')) toast.success('复制成功')
    else toast.error('复制失败')
  }
  // Never kept on the device, the key comes with the answer: its row is as high before, and the dashes make way for it.
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

function Documents({ building, canEdit }: { building: BuildingDetail; canEdit: boolean }) {
  const role = actorOf(useSession())?.role
  const mayEdit = canEdit && role !== undefined && BUILDING_RULES.edit.roles.some((one) => one === role)
  const isAuthority = role === 'government'
  const [busy, setBusy] = useState(false)

  async function report() {
    // The server refuses it too; told here, no window opens for nothing.
    if (building.totalStatus !== 0) return toast.error(REPORT_REFUSAL)
    setBusy(true)
    try {
      const { buildingId } = building
      const taken = isOnline() ? null : await takenReport(buildingId)
      if (taken) saveBlob(taken, `${building.name}-建筑报告.pdf`)
      else await openWhenReady(() => makeReport({ buildingId }))
    } catch (error) {
      toast.error(failureWords(error, '下载失败'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="flex flex-wrap gap-2">
      {mayEdit && (
        <Link
          to="/editBuilding/$id"
          params={{ id: building.buildingId }}
          search={{ fnc: 'edit' }}
          className={buttonClass({ size: 'small' })}
        >
          <EditIcon />
          编辑
        </Link>
      )}
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
      <TakeAlong buildingId={building.buildingId} />
      <Link to="/buildingCard/$id" params={{ id: building.buildingId }} className={buttonClass({ size: 'small' })}>
        <PrintIcon />
        建筑卡片
      </Link>
      <Button size="small" icon={<DocumentIcon />} busy={busy} onClick={() => void report()}>
        下载报告
      </Button>
    </div>
  )
}
