import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { Fragment, type ReactNode, useState } from 'react'
import type { BuildingRow } from '#contract/building.ts'
import { accessStatus } from '#contract/dict/access-status.ts'
import { buildingApproval } from '#contract/dict/building-approval.ts'
import { buildingType } from '#contract/dict/building-type.ts'
import { NOTIFICATION } from '#contract/publication-kinds.ts'
import { formatDay, formatNumber, MISSING, orMissing } from '#app/lib/format.ts'
import { isCallable } from '#app/lib/mask.ts'
import { buildingDetailQuery } from '#app/data/building-detail.ts'
import { useConnection } from '#app/offline/connection.ts'
import { isHeldToDistrict } from '#app/parts/authority-area.ts'
import { CalmMark, isCalm } from '#app/parts/calm-mark.tsx'
import { ConditionMark, ConditionMarks } from '#app/parts/condition-mark.tsx'
import { phoneGap } from '#app/parts/phone-gap.ts'
import { SCORE_SIZE, ScoreBlock } from '#app/parts/score-block.tsx'
import { useMay } from '#app/session/use-may.ts'
import { Badge } from '#app/ui/badge.tsx'
import { cx } from '#app/ui/cx.ts'
import { Empty } from '#app/ui/empty.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { GroupHead, isOwnPress } from '#app/ui/table.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { DESK, useMedia, WIDE } from '#app/lib/use-media.ts'
import { toneClass } from '#app/ui/tone-class.ts'
import { BuildingActions } from './building-actions.tsx'
import { detailPath } from './building-paths.ts'
import { type BuildingDialogAsked, BuildingDialogs } from './building-dialogs.tsx'
import { useOffers } from './use-offers.ts'

interface BuildingTableProps {
  readonly caption: string
  readonly rows: readonly BuildingRow[] | undefined
  readonly expected: number
  readonly busy?: boolean
  readonly empty?: ReactNode
  readonly isContactless?: boolean
  readonly headOf?: ((position: number) => string | undefined) | undefined
}

const POINTS = '点位在线'
const HEADERS = [
  ['评分', '5rem'],
  ['建筑', undefined],
  ['现在', 'clamp(13.5rem, 16vw, 14.5rem)'],
  [POINTS, '6rem'],
  ['接入', '11.75rem'],
  ['服务商', 'clamp(11rem, 16vw, 14.25rem)'],
  ['操作', '9.5rem'],
] as const
const UNDER_NAME: readonly string[] = ['现在', '服务商']
const AUTHORITY_WIDTH: Readonly<Record<string, string>> = { 现在: '14rem', 服务商: '13rem', 操作: '4rem' }
const CONTACTLESS_WIDTH: Readonly<Record<string, string>> = { 现在: '9rem', 服务商: '13.25rem', 操作: '21.25rem' }

const TRACKS =
  'grid grid-cols-[3.25rem_minmax(0,1fr)_2.25rem] gap-x-3 md:grid-cols-[3.25rem_minmax(0,1fr)_5rem_9.25rem_2.75rem] md:gap-x-2.5'
const ROW = cx(TRACKS, 'border-b border-line px-4 py-2.5 last:border-b-0 md:py-2 xl:table-row hover:xl:bg-sunk')
const CELL = 'min-w-0 xl:table-cell xl:px-3 xl:py-1.5 xl:align-middle xl:first:pl-4 xl:last:pr-4'
const BESIDE_SCORE = 'col-start-2'
const FROM_TABLET = 'hidden md:row-span-2 md:row-start-1 md:block xl:table-cell'

export function BuildingTable({ rows, headOf, ...props }: BuildingTableProps) {
  const { caption, expected, busy = false, empty, isContactless } = props
  const { history } = useRouter()
  const isAuthority = useMay('gov')
  const widths: Readonly<Record<string, string>> = isContactless
    ? CONTACTLESS_WIDTH
    : isAuthority
      ? AUTHORITY_WIDTH
      : {}
  const [asked, setAsked] = useState<BuildingDialogAsked>()
  if (rows?.length === 0) return <>{empty ?? <Empty title="暂无建筑" />}</>
  return (
    <>
      <div className="relative min-w-0 xl:overflow-x-auto" aria-busy={busy || rows === undefined}>
        <table
          className={cx(
            'block w-full text-sm xl:table xl:table-fixed',
            isContactless ? 'xl:min-w-[76rem]' : 'xl:min-w-[70rem]',
          )}
        >
          <caption className="sr-only">{caption}</caption>
          <thead className="sr-only md:not-sr-only md:block xl:table-header-group">
            <tr className={cx(TRACKS, 'bg-sunk px-4 xl:table-row')}>
              {HEADERS.map(([header, width]) => (
                <th
                  key={header}
                  scope="col"
                  style={{ width: widths[header] ?? width }}
                  className={cx(
                    'whitespace-nowrap py-1.5 text-xs font-normal text-ink-soft max-xl:!w-auto xl:px-3 xl:py-2 xl:text-sm xl:first:pl-4 xl:last:pr-4',
                    header === POINTS || header === '操作' ? 'text-right' : 'text-left',
                    header === '接入' && 'md:pl-2.5 xl:pl-6',
                    UNDER_NAME.includes(header) && 'max-xl:sr-only',
                  )}
                >
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className={cx('block xl:table-row-group', busy && rows && 'opacity-60 transition-opacity')}>
            {rows
              ? rows.map((row, position) => {
                  const head = headOf?.(position)
                  return (
                    <Fragment key={row.id}>
                      {head && (
                        <tr className="row-group block xl:table-row">
                          <GroupHead of={head} span={HEADERS.length} className="block xl:table-cell" />
                        </tr>
                      )}
                      <tr
                        className={cx(ROW, 'cursor-pointer')}
                        onClick={(event) => !isOwnPress(event.target) && history.push(detailPath(row.id, row.alarmNum))}
                      >
                        <Cells row={row} isContactless={isContactless} onAsk={(what) => setAsked({ what, row })} />
                      </tr>
                    </Fragment>
                  )
                })
              : // A reused element is a layout shift.
                Array.from({ length: expected }, (_, at) => (
                  <tr key={`waiting ${at}`} className={cx(ROW, 'max-md:min-h-[5.3125rem]')}>
                    <td className={CELL}>
                      <Skeleton className={cx(SCORE_SIZE, 'rounded-lg')} />
                    </td>
                    <td className={cx(CELL, 'space-y-2 mouse:space-y-1')} colSpan={HEADERS.length - 1}>
                      <Skeleton className="h-5 w-1/2" />
                      <Skeleton className="h-4 w-2/3" />
                    </td>
                  </tr>
                ))}
          </tbody>
        </table>
      </div>
      <BuildingDialogs asked={asked} onDone={() => setAsked(undefined)} />
    </>
  )
}

interface CellsProps {
  readonly row: BuildingRow
  readonly isContactless: boolean | undefined
  onAsk(what: BuildingDialogAsked['what']): void
}

function Cells({ row, isContactless, onAsk }: CellsProps) {
  const offers = useOffers()
  const isSilent = row.pointThreshold === 1
  const silentMark = isSilent && <ConditionMark of="fault" className="mr-1 inline align-baseline" />
  const online = (
    <>
      {row.offlineNum !== undefined && row.pointNum > 0 && `${formatNumber(row.pointNum - row.offlineNum)} / `}
      {row.pointNum > 0 ? formatNumber(row.pointNum) : MISSING}
      {isSilent && <span className="sr-only">（在线点位不足 60%）</span>}
    </>
  )
  const isConnected = row.accessStatus === 1
  const isAuthority = useMay('gov')
  const isMarked = offers('marker', row)
  const calm = isCalm(row)
  const isWide = useMedia(WIDE)
  const isDesk = useMedia(DESK)
  const access = !isConnected && (
    <Badge tone={accessStatus.tone(row.accessStatus)} look="plain" className="md:hidden">
      {accessStatus.label(row.accessStatus)}
    </Badge>
  )
  const contact = isContactless && <ContactActs buildingId={row.id} />
  const place = [
    row.complexName && !row.name.includes(row.complexName) && row.complexName,
    [row.countyName, row.streetName].filter(Boolean).join(' '),
    row.buildingType && buildingType.label(row.buildingType),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <>
      <td className={cx(CELL, 'row-span-3')}>
        <ScoreBlock score={row.safetyScore ?? null} alarms={row.alarmNum} />
      </td>
      <td className={cx(CELL, BESIDE_SCORE)}>
        <Link
          to={detailPath(row.id, row.alarmNum) as string}
          title={row.name}
          className="-my-3 block py-3 text-base font-semibold text-ink hover:text-link hover:underline xl:my-0 xl:py-0"
        >
          <span className="block break-words leading-snug max-xl:line-clamp-2">{row.name}</span>
        </Link>
        <span title={place} className="hidden truncate text-xs text-ink-soft xl:block">
          {place}
        </span>
      </td>
      <td className={cx(CELL, BESIDE_SCORE, 'min-h-[1.375rem] max-md:mt-1')}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1.5 md:gap-y-1">
          <ConditionMarks of={row} className="contents" />
          {isSilent && isConnected && (
            <span className={cx('whitespace-nowrap md:hidden', toneClass.attention.text)}>
              {silentMark}在线 {online}
            </span>
          )}
          {calm && (
            <span className={row.pointNum === 0 ? 'md:hidden' : undefined}>
              <CalmMark of={row} />
            </span>
          )}
          {(!calm || row.pointNum > 0) && access}
          {isMarked && (
            <Badge tone="working" look="plain">
              正在审批
            </Badge>
          )}
          {row.approveStatus !== null && !isMarked && <ApprovalBadge isOf row={row} onReason={() => onAsk('reason')} />}
          {row.preRegistered && (
            <Badge tone="idle" look="plain">
              预登记
            </Badge>
          )}
        </span>
      </td>
      <td className={cx(CELL, FROM_TABLET, 'whitespace-nowrap text-right font-figure md:col-start-3')}>
        <span
          className={isSilent ? cx('font-semibold', toneClass.attention.text) : undefined}
          title={isSilent ? '在线点位不足 60%' : undefined}
        >
          {silentMark}
          {online}
        </span>
      </td>
      <td className={cx(CELL, FROM_TABLET, 'md:col-start-4 md:pl-2.5 xl:pl-6')}>
        <Badge tone={accessStatus.tone(row.accessStatus)} look="plain">
          {accessStatus.label(row.accessStatus)}
        </Badge>
        {isConnected && row.accessTime && (
          <span title="接入时间" className="ml-2 whitespace-nowrap text-xs text-ink-soft">
            {formatDay(row.accessTime)}
          </span>
        )}
        <span className="mt-0.5 block whitespace-nowrap text-xs text-ink-soft">
          必接项 {row.mustNumPre}% · 选接项 {row.noMustNumPre}%
        </span>
      </td>
      <td
        title={row.isvName ?? undefined}
        className={cx(CELL, BESIDE_SCORE, 'col-span-2 row-start-3 text-ink-soft md:col-start-2 xl:text-ink')}
      >
        <span className="block truncate xl:hidden">
          {[(isDesk || !isHeldToDistrict()) && row.countyName, row.isvName].filter(Boolean).join(' · ')}
        </span>
        <span className="hidden [text-wrap:balance] xl:block">{orMissing(row.isvName)}</span>
      </td>
      <td
        className={cx(
          CELL,
          'col-start-3 row-span-3 row-start-1 self-center max-md:-mr-3.5 md:max-xl:-mr-2.5 md:col-start-5',
        )}
      >
        <span className="building-acts xl:flex xl:items-center xl:justify-end xl:gap-3">
          {isWide && contact}
          <BuildingActions row={row} most={contact || isAuthority ? 0 : 2} onAsk={onAsk} />
        </span>
      </td>
      {!isWide && contact && <td className={cx(CELL, 'col-span-full mt-2 md:col-start-2')}>{contact}</td>}
    </>
  )
}

function ContactActs({ buildingId }: { buildingId: string }) {
  const mayPublish = useMay('gov2')
  const { data, isFetching } = useQuery(buildingDetailQuery.detail(buildingId))
  const isOnline = useConnection() === 'online'
  const isProvider = !isCallable(data?.safeManagerPhone) && isCallable(data?.iotIsv?.linkManPhone)
  const phone = isProvider ? data?.iotIsv?.linkManPhone : data?.safeManagerPhone
  return (
    <span className="flex min-h-control-sm flex-wrap items-center gap-2">
      {data && (
        <>
          {mayPublish && (
            <Link
              to="/publishing"
              search={{ kind: NOTIFICATION }}
              className={cx(buttonClass({ kind: 'primary', size: 'small' }), CONTACT)}
            >
              发消息通知
            </Link>
          )}
          {isCallable(phone) ? (
            <a
              href={`tel:${phone}`}
              title={isProvider ? (data.iotIsv?.name ?? '') : `消防安全管理人 ${data.safeManagerName ?? ''}`}
              className={cx(buttonClass({ size: 'small' }), CONTACT)}
            >
              {isProvider ? '呼叫服务商' : '呼叫单位'} {phone}
            </a>
          ) : (
            <span className="whitespace-nowrap text-sm text-ink-soft">
              {phone === undefined ? phoneGap(phone, isOnline, isFetching) : '单位未登记电话'}
            </span>
          )}
        </>
      )}
    </span>
  )
}

const CONTACT = 'max-md:flex-1'

interface ApprovalBadgeProps {
  readonly row: BuildingRow
  readonly isOf?: boolean
  onReason(): void
}

export function ApprovalBadge({ row, isOf = false, onReason }: ApprovalBadgeProps) {
  const offers = useOffers()
  const badge = (
    <Badge tone={buildingApproval.tone(row.approveStatus)} look="plain">
      {isOf && '申请'}
      {buildingApproval.label(row.approveStatus)}
    </Badge>
  )
  if (!offers('reason', row)) return badge
  return (
    <button
      type="button"
      title="查看拒绝原因"
      onClick={onReason}
      className="relative inline-flex items-center rounded underline decoration-dotted underline-offset-4 touch:after:absolute touch:after:-inset-3"
    >
      {badge}
      <span className="sr-only">，查看拒绝原因</span>
    </button>
  )
}
