import type { ReactNode } from 'react'
import type { Dict } from '#contract/dict/define-dict.ts'
import { providerDocking, providerReview } from '#contract/dict/provider.ts'
import { PROVIDER_RULES } from '#contract/provider.rules.ts'
import type { ProviderRow } from '#contract/provider.ts'
import { openPaper, providerNotice, providerReport } from '#app/data/provider.ts'
import { formatDay, formatTime, MISSING } from '#app/lib/format.ts'
import { TABLET, useMedia, WIDE } from '#app/lib/use-media.ts'
import { openDocument } from '#app/parts/open-document.ts'
import { RowActions } from '#app/parts/row-actions.tsx'
import { Badge } from '#app/ui/badge.tsx'
import type { MenuOption } from '#app/ui/menu.tsx'
import type { Column } from '#app/ui/table.tsx'
import { WideTable } from '#app/ui/wide-table.tsx'

interface ProviderActions {
  onPass(row: ProviderRow): void
  onReject(row: ProviderRow): void
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
  const columns: Column<ProviderRow>[] = [
    {
      key: 'name',
      header: '服务商名称',
      phone: 'title',
      width: '22rem',
      render: (row) => (
        <span>
          {row.name}
          <span className="row-more flex flex-wrap gap-x-2 text-xs font-normal text-ink-soft">
            <span>{row.companyAddress || '未填写地址'}</span>
            {isWide &&
              PROVIDER_RULES.audit.when(row) &&
              papersOf(row).map(({ key, label, onSelect }) => (
                <button key={key} type="button" className="text-link hover:underline" onClick={onSelect}>
                  {label}
                </button>
              ))}
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
      width: isWide ? '17rem' : '9rem',
      render: (row) => (
        <span>
          <span className="block">
            <span className="text-ink-soft md:hidden">联系人 </span>
            {row.linkMan && <span className={NAME}>{row.linkMan}</span>}
            {row.linkManPhone ? <Call name={row.linkMan ?? '联系人'} phone={row.linkManPhone} /> : MISSING}
          </span>
          {/* Not stored offline: may load later. */}
          {!isTablet && (row.legalName ?? row.legalPhone) && (
            <span className="block text-ink-soft md:text-xs">
              <span className="md:hidden">法定代表人 </span>
              <span className={NAME}>{row.legalName}</span>
              {row.legalPhone && <Call name={row.legalName ?? '法定代表人'} phone={row.legalPhone} />}
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
        <span>
          {row.suspendTime ? (
            <Badge tone="danger">已暂停</Badge>
          ) : (
            <State of={providerReview} code={row.status} waits={WAITING_REVIEWS} />
          )}
          <span title={formatTime(row.createTime)} className="row-more block text-xs text-ink-soft">
            申请 {formatDay(row.createTime)}
          </span>
        </span>
      ),
    },
    {
      key: 'docking',
      tablet: 'main',
      header: '对接状态',
      nowrap: true,
      width: isWide ? '9rem' : '4.5rem',
      phone: 'desk',
      render: (row) => (
        <span>
          <State of={providerDocking} code={row.accessStatus} waits={WAITING_DOCKINGS} />
          <span className="block text-xs text-ink-soft">
            必接项 <span className="font-figure">{row.mustNumPre}%</span>
          </span>
        </span>
      ),
    },
    {
      key: 'actions',
      header: '操作',
      phone: 'menu',
      align: 'end',
      stuck: true,
      width: '8.5rem',
      render: (row) => <Actions row={row} {...on} />,
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
      facts={(row) => [providerDocking.label(row.accessStatus), `必接项 ${row.mustNumPre}%`, row.linkMan]}
      columns={columns}
    />
  )
}

const WAITING_REVIEWS = [2, 3]
const WAITING_DOCKINGS = [2]

interface StateProps {
  readonly of: Dict
  readonly code: number | null
  readonly waits: readonly number[]
}

function State({ of, code, waits }: StateProps) {
  const isWaiting = code !== null && waits.includes(code)
  return (
    <Badge
      look={isWaiting ? 'soft' : 'plain'}
      tone={of.tone(code)}
      className={isWaiting ? '' : '!font-normal !text-ink-soft'}
    >
      {of.label(code)}
    </Badge>
  )
}

const papersOf = ({ id, licenseUrl, bookUrl }: ProviderRow) =>
  (
    [
      ['license', '营业执照', licenseUrl],
      ['book', '承诺书', bookUrl],
    ] as const
  ).flatMap(([key, label, url]): MenuOption[] =>
    url ? [{ key, label, onSelect: () => void openDocument(() => openPaper(id, key, url)) }] : [],
  )

function Call({ name, phone }: { name: string; phone: string }) {
  return (
    <a
      href={`tel:${phone}`}
      aria-label={`呼叫${name} ${phone}`}
      className="font-figure text-link hover:underline touch:-my-3 touch:inline-flex touch:min-h-control touch:items-center"
    >
      {phone}
    </a>
  )
}

type ActionsProps = ProviderActions & { readonly row: ProviderRow }

function Actions({ row, onPass, onReject, onReason, onSuspend, onResume, onKeys }: ActionsProps) {
  const { audit, reason, testReport, notice, suspend, resume, keys } = PROVIDER_RULES
  const papers = papersOf(row)
  const isWide = useMedia(WIDE)
  const isTablet = useMedia(TABLET)
  const isDue = audit.when(row)
  const when = (rule: { when(row: ProviderRow): boolean }, ...some: MenuOption[]) => (rule.when(row) ? some : [])
  return (
    <RowActions
      name={row.name}
      {...(isDue && { due: '审核' })}
      actions={[
        ...(isDue
          ? [
              ...(isWide ? [] : papers),
              { key: 'pass', label: '通过', kind: 'primary' as const, onSelect: () => onPass(row) },
              { key: 'reject', label: '驳回', kind: 'secondary' as const, onSelect: () => onReject(row) },
            ]
          : []),
        ...when(reason, { key: 'reason', label: '驳回原因', onSelect: () => onReason(row) }),
        ...when(testReport, {
          key: 'report',
          label: '测试报告',
          onSelect: () => void openDocument(() => providerReport(row.id)),
        }),
      ]}
      rare={[
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
        ...(isDue ? [] : papers),
        ...when(keys, { key: 'keys', label: '换发密钥', onSelect: () => onKeys(row) }),
        ...when(suspend, { key: 'suspend', label: '暂停', danger: true, onSelect: () => onSuspend(row) }),
        ...when(resume, { key: 'resume', label: '恢复', onSelect: () => onResume(row) }),
      ]}
    />
  )
}
