import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Dict } from '#contract/dict/define-dict.ts'
import { providerDocking, providerReview } from '#contract/dict/provider.ts'
import { PROVIDER_RULES } from '#contract/provider.rules.ts'
import type { ProviderRow } from '#contract/provider.ts'
import { providerNotice, providerReport } from '#app/data/provider.ts'
import { formatDay, formatNumber, formatTime, MISSING } from '#app/lib/format.ts'
import { TABLET, useMedia, WIDE } from '#app/lib/use-media.ts'
import { areaOf, buildingsOf } from '#app/parts/authority-area.ts'
import { ConditionMark } from '#app/parts/condition-mark.tsx'
import { openDocument } from '#app/parts/open-document.ts'
import { WaitingAge } from '#app/parts/waiting-age.tsx'
import { RowActions } from '#app/parts/row-actions.tsx'
import { Badge } from '#app/ui/badge.tsx'
import type { MenuOption } from '#app/ui/menu.tsx'
import { cx } from '#app/ui/cx.ts'
import { type Column, useUnfolded } from '#app/ui/table.tsx'
import { toneClass } from '#app/ui/tone-class.ts'
import { WideTable } from '#app/ui/wide-table.tsx'
import { papersOf, PhoneLink } from './provider-contact.tsx'
import { type Dependents, useDependents } from './use-dependents.ts'

interface ProviderActions {
  onReview(row: ProviderRow): void
  onReason(row: ProviderRow): void
  onSuspend(row: ProviderRow): void
  onResume(row: ProviderRow): void
  onKeys(row: ProviderRow): void
}

const NAME = 'mr-2 md:inline-block md:min-w-[3rem]'

interface ProviderTableProps extends ProviderActions {
  readonly rows: readonly ProviderRow[] | undefined
  readonly expected: number
  readonly busy?: boolean
  readonly empty?: ReactNode
}

export function ProviderTable({ rows, expected, busy = false, empty, ...on }: ProviderTableProps) {
  const isWide = useMedia(WIDE)
  const isTablet = useMedia(TABLET)
  const dependentsOf = useDependents()
  const columns: Column<ProviderRow>[] = [
    {
      key: 'name',
      header: '服务商名称',
      phone: 'title',
      width: '22rem',
      render: (row) => (
        <span>
          {row.name}
          <span className="row-more flex flex-wrap gap-x-2 text-xs font-normal text-ink-soft md:max-xl:text-sm">
            <span>{row.companyAddress || '未填写地址'}</span>
            {row.creditCode && <span className="break-all font-mono">{row.creditCode}</span>}
          </span>
        </span>
      ),
    },
    {
      key: 'people',
      header: isTablet ? '联系人' : '联系人 / 法定代表人',
      phone: 'line',
      tablet: 'main',
      nowrap: true,
      width: isWide ? '17rem' : '6.25rem',
      render: (row) => (
        <span>
          <span className="block">
            <span className="text-ink-soft md:hidden">联系人 </span>
            {row.linkMan && <span className={NAME}>{row.linkMan}</span>}
            {row.linkManPhone ? <PhoneLink name={row.linkMan ?? '联系人'} phone={row.linkManPhone} /> : MISSING}
          </span>
          {/* Not stored offline: may load later. */}
          {!isTablet && (row.legalName ?? row.legalPhone) && (
            <span className="block text-ink-soft">
              <span className="md:hidden">法定代表人 </span>
              <span className={NAME}>{row.legalName}</span>
              {row.legalPhone && <PhoneLink name={row.legalName ?? '法定代表人'} phone={row.legalPhone} />}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'status',
      header: '审核状态',
      nowrap: true,
      width: isWide ? '11rem' : '5.75rem',
      phone: 'state',
      render: (row) => (
        <span title={`申请 ${formatTime(row.createTime)}`}>
          <Review of={row} />
          {PROVIDER_RULES.audit.when(row) && row.createTime ? (
            <span className="row-more block">
              <WaitingAge isShort since={row.createTime} />
            </span>
          ) : (
            <span className="row-more block text-xs text-ink-soft">申请 {formatDay(row.createTime)}</span>
          )}
        </span>
      ),
    },
    {
      key: 'docking',
      tablet: 'main',
      header: '对接状态',
      nowrap: true,
      width: isWide ? '12rem' : '10rem',
      phone: 'desk',
      render: (row) => {
        const dependents = dependentsOf(row.id)
        return (
          <span>
            <State of={providerDocking} code={row.accessStatus} waits={WAITING_DOCKINGS} />
            <span className="ml-2 text-xs text-ink-soft">
              {dependents && !dependents.isSilent && `${formatNumber(dependents.buildings)} 栋`}
            </span>
            <span className="block text-xs text-ink-soft">
              {!(isTablet && dependents?.isSilent) && (
                <span className="mr-2">
                  必接项 <span className="font-figure">{row.mustNumPre}%</span>
                </span>
              )}
              {dependents?.isSilent && <Silent id={row.id} of={dependents} />}
            </span>
          </span>
        )
      },
    },
    {
      key: 'actions',
      header: '操作',
      phone: 'menu',
      align: 'end',
      stuck: true,
      width: '8.5rem',
      render: (row) => <Actions row={row} isSilent={dependentsOf(row.id)?.isSilent === true} {...on} />,
    },
  ]
  return (
    <WideTable
      caption="服务商列表"
      rows={rows}
      rowKey={({ id }) => id}
      expected={expected}
      busy={busy}
      empty={empty}
      minWidth="60rem"
      facts={(row) => {
        const dependents = dependentsOf(row.id)
        const must = `必接项 ${row.mustNumPre}%`
        return dependents?.isSilent
          ? [
              <Badge key="silent" look="plain" tone="attention" className="gap-1">
                {silentWords(dependents)}
              </Badge>,
              must,
            ]
          : PROVIDER_RULES.audit.when(row) && row.createTime
            ? [<WaitingAge key="age" isShort since={row.createTime} />, row.linkMan]
            : [
                providerDocking.label(row.accessStatus),
                row.accessStatus !== UNDOCKED && row.mustNumPre < 100 && must,
                row.linkMan,
              ]
      }}
      columns={columns}
    />
  )
}

const silentWords = ({ buildings }: Dependents) => `${formatNumber(buildings)} 栋收不到数据`
const silentBuildings = (isvId: string) => buildingsOf(areaOf({}), { isvId })

function Silent({ id, of }: { id: string; of: Dependents }) {
  return (
    <Link
      to="/buildingList"
      search={silentBuildings(id)}
      className={cx(
        'relative inline-flex items-center gap-1 font-semibold hover:underline xl:text-sm touch:after:absolute touch:after:-inset-x-1 touch:after:-bottom-4 touch:after:-top-3',
        toneClass.attention.text,
      )}
    >
      <ConditionMark of="fault" />
      {silentWords(of)}
    </Link>
  )
}

function Review({ of }: { of: ProviderRow }) {
  const isFolded = useUnfolded() === false
  if (isFolded && PROVIDER_RULES.audit.when(of)) return null
  if (of.suspendTime)
    return (
      <Badge look="plain" tone="danger">
        已暂停
      </Badge>
    )
  return <State of={providerReview} code={of.status} waits={WAITING_REVIEWS} />
}

const UNDOCKED = 0
const WAITING_REVIEWS = [2]
const WAITING_DOCKINGS = [2]

interface StateProps {
  readonly of: Dict
  readonly code: number | null
  readonly waits: readonly number[]
}

function State({ of, code, waits }: StateProps) {
  const isWaiting = code !== null && waits.includes(code)
  return (
    <Badge look="plain" tone={of.tone(code)} className={cx(!isWaiting && '!font-normal !text-ink-soft')}>
      {of.label(code)}
    </Badge>
  )
}

interface ActionsProps extends ProviderActions {
  readonly row: ProviderRow
  readonly isSilent: boolean
}

function Actions({ row, isSilent, onReview, onReason, onSuspend, onResume, onKeys }: ActionsProps) {
  const { audit, reason, testReport, notice, suspend, resume, keys } = PROVIDER_RULES
  const isTablet = useMedia(TABLET)
  const navigate = useNavigate()
  const when = <T extends MenuOption>(rule: { when(row: ProviderRow): boolean }, ...some: T[]) =>
    rule.when(row) ? some : []
  const rules = [audit, reason, testReport, notice, suspend, resume, keys]
  const hasActs = rules.some((rule) => rule.when(row)) || papersOf(row).length > 0 || (isTablet && row.legalPhone)
  const report = when(testReport, {
    key: 'report',
    label: '测试报告',
    onSelect: () => void openDocument(() => providerReport(row.id)),
  })
  const served = {
    key: 'silent',
    label: '查看建筑',
    onSelect: () => void navigate({ to: '/buildingList', search: silentBuildings(row.id) }),
  }
  return (
    <RowActions
      name={row.name}
      isFirstAlways
      keepsMenu
      actions={[
        ...when(audit, {
          key: 'review',
          label: '审核',
          kind: 'primary',
          spoken: `审核，${row.name}`,
          onSelect: () => onReview(row),
        }),
        ...when(reason, { key: 'reason', label: '驳回原因', onSelect: () => onReason(row) }),
        ...(isSilent ? [served] : report),
        ...(hasActs
          ? []
          : [{ key: 'view', label: '查看', spoken: `查看，${row.name}`, onSelect: () => onReview(row) }]),
      ]}
      rare={[
        ...(isSilent ? report : []),
        ...(isTablet && row.legalPhone
          ? [
              {
                key: 'legal',
                label: `呼叫法定代表人${row.legalName ?? ''}`,
                onSelect: () => location.assign(`tel:${row.legalPhone}`),
              },
            ]
          : []),
        {
          key: 'notice',
          label: '对接告知书',
          disabled: !notice.when(row),
          title: notice.when(row) ? undefined : notice.otherwise,
          onSelect: () => void openDocument(() => providerNotice(row.id)),
        },
        ...papersOf(row),
        ...when(keys, { key: 'keys', label: '换发密钥', onSelect: () => onKeys(row) }),
        ...when(suspend, { key: 'suspend', label: '暂停', danger: true, onSelect: () => onSuspend(row) }),
        ...when(resume, { key: 'resume', label: '恢复', onSelect: () => onResume(row) }),
      ]}
    />
  )
}
