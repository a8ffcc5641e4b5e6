import { useRouter, Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { progressTone } from '#contract/building.rules.ts'
import type { BuildingRow } from '#contract/building.ts'
import { accessStatus } from '#contract/dict/access-status.ts'
import { buildingApproval } from '#contract/dict/building-approval.ts'
import { buildingType } from '#contract/dict/building-type.ts'
import { scoreTone, scoreWord } from '#contract/score.rules.ts'
import { formatNumber, formatTime, MISSING, orMissing } from '#app/lib/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { cx } from '#app/ui/cx.ts'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { DataTable } from '#app/ui/table.tsx'
import { toneClass } from '#app/ui/tone-class.ts'
import { detailPath } from './building-paths.ts'
import { type Asked, BuildingDialogs } from './building-dialogs.tsx'
import { RowActions } from './row-actions.tsx'
import { useOffers } from './use-offers.ts'

interface BuildingTableProps {
  readonly caption: string
  readonly rows: readonly BuildingRow[] | undefined
  readonly expected: number
  readonly busy?: boolean
  readonly empty?: ReactNode
}

/** A page of buildings: a table on a desk, cards on a phone, with all that a row offers. */
export function BuildingTable({ caption, rows, expected, busy = false, empty }: BuildingTableProps) {
  const { history } = useRouter()
  const offers = useOffers()
  const [asked, setAsked] = useState<Asked>()
  return (
    <>
      <DataTable
        caption={caption}
        rows={rows}
        rowKey={({ id }) => id}
        expected={expected}
        busy={busy}
        empty={empty}
        minWidth="76rem"
        onRow={({ id }) => history.push(detailPath(id))}
        columns={[
          {
            key: 'name',
            header: '建筑名称',
            phone: 'title',
            width: '13rem',
            render: (row) => (
              <span className="flex flex-wrap items-center gap-x-2">
                <Link to={detailPath(row.id) as string} className="text-link hover:underline">
                  {row.name}
                </Link>
                {offers('marker', row) && (
                  <Badge tone="danger" look="plain">
                    正在审批
                  </Badge>
                )}
                {row.preRegistered && (
                  <Badge tone="idle" look="plain">
                    预登记
                  </Badge>
                )}
                <span className="hidden w-full text-xs text-ink-soft md:block">{orMissing(row.complexName)}</span>
              </span>
            ),
          },
          {
            key: 'access',
            header: '接入状态',
            width: '9rem',
            render: (row) => (
              <span>
                <Badge tone={accessStatus.tone(row.accessStatus)}>{accessStatus.label(row.accessStatus)}</Badge>
                <span className="mt-0.5 hidden text-xs text-ink-soft md:block">
                  接入时间 {formatTime(row.accessTime)}
                </span>
              </span>
            ),
          },
          {
            key: 'must',
            header: '接入进度',
            width: '11rem',
            render: (row) => (
              <span className="block w-full max-w-[12rem]">
                <Progress of={row.mustNumPre} label="必接项" />
                <Progress of={row.noMustNumPre} label="非必接项" />
              </span>
            ),
          },
          {
            key: 'area',
            header: '区/街道',
            width: '9rem',
            render: (row) => (
              <span>
                {orMissing(row.countyName)} {row.streetName}
                <span className="hidden text-xs text-ink-soft md:block">
                  类型：{buildingType.label(row.buildingType)}
                </span>
              </span>
            ),
          },
          {
            key: 'score',
            header: '评分',
            align: 'end',
            width: '5rem',
            render: ({ safetyScore = null }) =>
              safetyScore === null ? (
                MISSING
              ) : (
                <Badge look="plain" tone={scoreTone(safetyScore)}>
                  <span className="font-figure">{formatNumber(safetyScore, 1)}</span>
                  <span className="sr-only">分，{scoreWord(safetyScore)}</span>
                </Badge>
              ),
          },
          { key: 'isv', header: '服务商', width: '11rem', render: (row) => orMissing(row.isvName) },
          {
            key: 'points',
            header: '点位数',
            align: 'end',
            render: (row) => (
              <span
                className={cx(row.pointThreshold === 1 && cx('font-semibold', toneClass.danger.text))}
                title={row.pointThreshold === 1 ? '在线点位不足60%' : undefined}
              >
                {formatNumber(row.pointNum)}
                {row.pointThreshold === 1 && <span className="sr-only">（在线点位不足60%）</span>}
              </span>
            ),
          },
          {
            key: 'approve',
            header: '审批状态',
            render: (row) => <ApprovalCell row={row} onReason={() => setAsked({ what: 'reason', row })} />,
          },
          {
            key: 'actions',
            header: '操作',
            width: '14rem',
            stuck: true,
            render: (row) => <RowActions row={row} onAsk={(what) => setAsked({ what, row })} />,
          },
        ]}
      />
      <BuildingDialogs asked={asked} onDone={() => setAsked(undefined)} />
    </>
  )
}

function ApprovalCell({ row, onReason }: { row: BuildingRow; onReason(): void }) {
  const offers = useOffers()
  if (row.approveStatus === null) return <span className="text-ink-soft">--</span>
  const badge = (
    <Badge tone={buildingApproval.tone(row.approveStatus)}>{buildingApproval.label(row.approveStatus)}</Badge>
  )
  if (!offers('reason', row)) return badge
  return (
    <button
      type="button"
      title="查看拒绝原因"
      onClick={onReason}
      className="inline-flex min-h-control-sm items-center rounded underline decoration-dotted underline-offset-4"
    >
      {badge}
      <span className="sr-only">，查看拒绝原因</span>
    </button>
  )
}

function Progress({ of, label }: { of: number; label: string }) {
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="w-12 shrink-0 text-xs text-ink-soft">
        {label}
      </span>
      <ProgressBar className="flex-1" value={of} tone={progressTone(of)} label={label} showValue />
    </span>
  )
}
