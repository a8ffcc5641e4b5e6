import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ReviewRow } from '#contract/approval.ts'
import { accessStatus } from '#contract/dict/access-status.ts'
import { applicationStatus } from '#contract/dict/application-status.ts'
import { buildingType } from '#contract/dict/building-type.ts'
import type { Tone } from '#contract/dict/define-dict.ts'
import { scoreTone } from '#contract/score.rules.ts'
import { formatDay, formatNumber, formatTime, oneDecimal, orMissing } from '#app/lib/format.ts'
import { useMedia, WIDE } from '#app/lib/use-media.ts'
import { ChangesTable } from '#app/parts/changes-table.tsx'
import { ConditionMark } from '#app/parts/condition-mark.tsx'
import { EvidenceCard } from '#app/parts/evidence-card.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { WaitingAge } from '#app/parts/waiting-age.tsx'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { cx } from '#app/ui/cx.ts'
import { Dotted } from '#app/ui/dotted.tsx'
import { SkeletonText } from '#app/ui/skeleton.tsx'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { AttachmentThumbs } from './attachment-thumbs.tsx'
import { lacksFiles, NO_FILES } from './refuse-form.tsx'
import { type KnownApplication, useDocking } from './use-docking.ts'

export function EvidenceHead({ of }: { of: KnownApplication }) {
  const { building } = of
  const isWide = useMedia(WIDE)
  const address = building && `${building.district}${building.address ?? ''}`
  const facts = building && [
    isWide && address,
    building.buildingType && buildingType.label(building.buildingType),
    building.upperLevel && `地上 ${building.upperLevel} 层`,
    building.underLevel && `地下 ${building.underLevel} 层`,
    building.height && `高 ${formatNumber(building.height, 1)} m`,
    building.area && `${formatNumber(building.area, 0)} m²`,
  ]
  return (
    <header className="review-head">
      <div className="flex items-start gap-x-3">
        <div className="flex min-h-control min-w-0 flex-1 flex-wrap items-center gap-x-3">
          <h3 className="min-w-0 break-words text-xl font-semibold md:max-xl:text-lg">{of.buildingName}</h3>
          {of.approveStatus === 0 ? (
            <WaitingAge since={of.applyTime} />
          ) : (
            <Badge tone={applicationStatus.tone(of.approveStatus)}>{applicationStatus.label(of.approveStatus)}</Badge>
          )}
        </div>
        <Link
          to="/buildDetail/$id/$canEdit/$tabName"
          params={{ id: of.buildingId, canEdit: '1', tabName: 'iotInfo' }}
          className="flex min-h-control shrink-0 items-center gap-1 text-base font-medium text-link hover:underline md:text-sm"
        >
          查看接入情况
          <ChevronRightIcon className="-mr-bearing" />
        </Link>
      </div>
      {facts && (
        <p className="text-base text-ink-soft">
          {!isWide && <span className="block">{address}</span>}
          <Dotted of={facts.filter(Boolean).map(String)} />
        </p>
      )}
    </header>
  )
}

export function Evidence({ of, checks }: { of: KnownApplication; checks?: ReactNode }) {
  const { systems, musts, missing: allMissing } = useDocking(of)
  const files = of.approveAccessAttachmentList ?? []
  const moved = movedBetween(of)
  const isPending = of.approveStatus === 0
  return (
    <div className="space-y-3">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-lg border border-line bg-panel px-4 py-3 md:grid-cols-[3fr_2fr] xl:grid-cols-[1fr_repeat(3,max-content)] xl:gap-x-6">
        <Fact label="申请单位">{orMissing(of.wuyeName)}</Fact>
        <Fact label="申请时间">{formatTime(of.applyTime).slice(0, 16)}</Fact>
        <Fact label="建筑评分">{of.building ? <ScoreLink id={of.buildingId} score={of.building.score} /> : '--'}</Fact>
        <Fact label="接入状态">
          {of.building ? `${accessStatus.label(of.building.accessStatus)} ${of.building.mustPercent}%` : '--'}
        </Fact>
      </dl>
      {!isPending && (
        <EvidenceCard title="审批意见">
          <p className="break-words text-base">
            {orMissing(of.approver)} {formatTime(of.approveTime)} {applicationStatus.label(of.approveStatus)}
            {of.refuseReason && `：${of.refuseReason}`}
          </p>
        </EvidenceCard>
      )}
      <EvidenceCard title="申请原因" aside={of.applyType !== of.applyReason && of.applyType}>
        <p className="break-words text-lg">{orMissing(of.applyReason)}</p>
      </EvidenceCard>
      {of.changes.length > 0 && (
        <EvidenceCard title="新旧对照" aside={`${of.changes.length} 项`}>
          {moved && (
            <p className="mb-2 rounded bg-attention-soft px-3 py-2 text-base text-attention-ink">
              {`跨区变更：${isPending ? '通过后' : ''}由${moved[0]}改为${moved[1]}管辖。`}
            </p>
          )}
          <ChangesTable changes={of.changes} before={isPending ? '登记内容' : '审批时的登记内容'} after="申请修改为" />
        </EvidenceCard>
      )}
      {files.length > 0 && (
        <EvidenceCard title="附件" aside={`${files.length} 份 · 点开即看`}>
          <AttachmentThumbs files={files} />
        </EvidenceCard>
      )}
      {checks}
      <EvidenceCard title="现在的对接状态" aside={allMissing && `缺 ${allMissing.length} 项必接`}>
        <QueryResult of={systems} waiting={<SkeletonText lines={4} />}>
          {() => (
            <ul className="divide-y divide-line">
              {musts?.map(({ systemId, systemName, items, missing }) => (
                <li key={systemId} className="flex flex-wrap items-start gap-x-3 py-2 text-base">
                  <ToneMark tone={missing.length === 0 ? 'ok' : 'attention'} className="mt-1 h-4 w-4" />
                  <span className="min-w-0 flex-1">{systemName}</span>
                  <span
                    className={cx('font-figure font-semibold', missing.length > 0 && 'text-attention-ink')}
                  >{`${items.length - missing.length}/${items.length}`}</span>
                  {missing.map(({ apiId, apiName }) => (
                    <span key={apiId} className="mt-1 flex basis-full justify-between gap-x-3 pl-7 text-sm">
                      <span className="text-ink-soft">缺 {apiName}</span>
                      {of.declared &&
                        (of.declared.includes(apiId) ? '已申报' : <span className="text-attention-ink">未申报</span>)}
                    </span>
                  ))}
                </li>
              ))}
            </ul>
          )}
        </QueryResult>
      </EvidenceCard>
      {of.earlier && of.earlier.length > 0 && (
        <EvidenceCard title="该建筑以前的申请">
          <ul className="divide-y divide-line">
            {of.earlier.map((one) => (
              <li key={one.id} className="flex flex-wrap items-baseline gap-x-3 py-2 text-base">
                <span className="font-figure text-ink-soft">{formatDay(one.applyTime)}</span>
                <Badge tone={applicationStatus.tone(one.approveStatus)}>
                  {applicationStatus.label(one.approveStatus)}
                </Badge>
                <span className="min-w-0 flex-1 basis-48 break-words">
                  {[one.applyType, one.refuseReason ?? one.applyReason].filter(Boolean).join('：')}
                </span>
                <span className="text-sm text-ink-soft">{one.approver && `${one.approver} 审批`}</span>
              </li>
            ))}
          </ul>
        </EvidenceCard>
      )}
    </div>
  )
}

function ScoreLink({ id, score }: { id: string; score: number | null }) {
  const tone = scoreTone(score)
  return (
    <Link
      to="/buildDetail/$id/$canEdit/$tabName"
      params={{ id, canEdit: '1', tabName: 'scoreInfo' }}
      className={cx(
        '-my-2.5 inline-flex min-h-control items-center gap-1 font-semibold hover:underline xl:my-0 xl:min-h-0',
        toneClass[tone].text,
      )}
    >
      {tone === 'danger' && <ConditionMark of="low" />}
      {oneDecimal(score)}
    </Link>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="break-words text-base font-medium">{children}</dd>
    </div>
  )
}

function movedBetween({ changes }: ReviewRow): readonly [string, string] | undefined {
  const [from, to] = ['before', 'after'].map(
    (side) => changes.find(({ field }) => field === 'areaData')?.[side as 'before' | 'after']?.split(' / ')[0],
  )
  return from && to && from !== to ? [from, to] : undefined
}

export function Checks({ of }: { of: KnownApplication }) {
  const { missing, stillMissing: left } = useDocking(of)
  const files = of.approveAccessAttachmentList?.length ?? 0
  const declared = of.declared ?? []
  const connected = missing && declared.filter((id) => !missing.some(({ apiId }) => apiId === id)).length
  const own = of.earlier?.filter(({ wuyeName }) => wuyeName === of.wuyeName) ?? []
  const refused = own.find(({ approveStatus }) => approveStatus === 2)
  const checks: readonly { tone: Tone; title: string; detail: string }[] = [
    files > 0
      ? { tone: 'ok', title: '有附件', detail: `${files} 份` }
      : lacksFiles(of)
        ? { tone: 'attention', title: '无附件', detail: `拒绝时可选“${NO_FILES}”` }
        : { tone: 'idle', title: '无附件', detail: '修改登记内容的申请无需附件' },
    ...(declared.length > 0 && missing && left && connected !== undefined
      ? [
          connected > 0
            ? {
                tone: 'attention' as const,
                title: `申报的 ${declared.length} 项中有 ${connected} 项已接入`,
                detail: `建筑缺 ${missing.length} 项必接`,
              }
            : left.length > 0
              ? {
                  tone: 'attention' as const,
                  title: `另有 ${left.length} 项必接未申报`,
                  detail: left.map(({ apiName }) => apiName).join('、'),
                }
              : {
                  tone: 'ok' as const,
                  title: `缺的 ${missing.length} 项均已申报`,
                  detail: '通过后必接项不再有缺项',
                },
        ]
      : []),
    ...(of.earlier
      ? [
          own.length === 0
            ? { tone: 'ok' as const, title: '该单位首次申请', detail: '该建筑没有本单位以前的申请' }
            : {
                tone: refused ? ('attention' as const) : ('idle' as const),
                title: `该单位第 ${own.length + 1} 次申请`,
                detail: refused
                  ? `${formatDay(refused.applyTime)} 的申请被拒绝${refused.refuseReason ? `：${refused.refuseReason}` : ''}`
                  : '以前的申请未被拒绝',
              },
        ]
      : []),
  ]
  return (
    <section aria-label="核对">
      <h4 className="mb-2 text-base font-semibold">核对</h4>
      <ul className="space-y-3">
        {checks.map(({ tone, title, detail }) => (
          <li key={title} className="flex items-start gap-3">
            <ToneMark tone={tone} className={cx('mt-1 h-4 w-4', toneClass[tone].solid)} />
            <span className="min-w-0">
              <span className="block text-base font-medium">{title}</span>
              <span className="block break-words text-sm text-ink-soft">{detail}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
