import type { ReactNode } from 'react'
import { progressTone } from '#contract/progress.rules.ts'
import { providerDocking, providerReview } from '#contract/dict/provider.ts'
import { PROVIDER_RULES } from '#contract/provider.rules.ts'
import type { Paper, ProviderRow } from '#contract/provider.ts'
import { openPaper, providerNotice, providerReport } from '#app/data/provider.ts'
import { formatDay, formatTime, orMissing } from '#app/lib/format.ts'
import { openDocument } from '#app/parts/open-document.ts'
import { ExportButton } from '#app/parts/export-button.tsx'
import { RowActions } from '#app/parts/row-actions.tsx'
import { cx } from '#app/ui/cx.ts'
import { Badge } from '#app/ui/badge.tsx'
import type { MenuOption } from '#app/ui/menu.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

export interface ProviderActions {
  onPass(row: ProviderRow): void
  onReject(row: ProviderRow): void
  onReason(row: ProviderRow): void
  onSuspend(row: ProviderRow): void
  onResume(row: ProviderRow): void
  onKeys(row: ProviderRow): void
}

interface ProviderTableProps extends ProviderActions {
  readonly rows: readonly ProviderRow[] | undefined
  readonly expected: number
  readonly busy?: boolean
  readonly empty?: ReactNode
}

const quiet = { kind: 'quiet', size: 'small' } as const

export function ProviderTable({ rows, expected, busy = false, empty, ...on }: ProviderTableProps) {
  const columns: Column<ProviderRow>[] = [
    {
      key: 'name',
      header: '服务商名称',
      phone: 'title',
      width: '18rem',
      render: (row) => (
        <span>
          {row.name}
          {row.creditCode && (
            <span className="row-more block break-all font-mono text-xs font-normal text-ink-soft">
              {row.creditCode}
            </span>
          )}
          {row.companyAddress && (
            <span className="row-more block text-xs font-normal text-ink-soft">{row.companyAddress}</span>
          )}
        </span>
      ),
    },
    {
      key: 'people',
      header: '法定代表人',
      tablet: 'more',
      width: '7rem',
      render: (row) => (
        <span className="flex flex-wrap gap-x-2 xl:block">
          <span>{orMissing(row.legalName)}</span>
          {/* Not stored offline: may load later. */}
          <span className="font-figure text-ink-soft xl:block">{orMissing(row.legalPhone)}</span>
        </span>
      ),
    },
    {
      key: 'link',
      header: '联系人电话',
      nowrap: true,
      render: (row) => (
        <span>
          {row.linkMan && <span className="mr-2 xl:mr-0 xl:block">{row.linkMan}</span>}
          {row.linkManPhone ? (
            <a
              href={`tel:${row.linkManPhone}`}
              aria-label={`呼叫${row.linkMan ?? '联系人'} ${row.linkManPhone}`}
              className="font-figure text-link hover:underline touch:-my-3 touch:inline-flex touch:min-h-control touch:items-center"
            >
              {row.linkManPhone}
            </a>
          ) : (
            '--'
          )}
        </span>
      ),
    },
    {
      key: 'status',
      header: '审核状态',
      width: '6rem',
      phone: 'state',
      render: (row) =>
        row.suspendTime ? (
          <Badge tone="danger">已暂停</Badge>
        ) : (
          <Badge tone={providerReview.tone(row.status)}>{providerReview.label(row.status)}</Badge>
        ),
    },
    {
      key: 'docking',
      tablet: 'main',
      header: '对接状态',
      width: '6rem',
      phone: 'desk',
      render: (row) => (
        <Badge tone={providerDocking.tone(row.accessStatus)}>{providerDocking.label(row.accessStatus)}</Badge>
      ),
    },
    {
      key: 'must',
      header: '必接项',
      phone: 'desk',
      width: '7rem',
      render: ({ mustNumPre }) => (
        <>
          <span className={cx('font-figure text-ink-soft', mustNumPre > 0 ? 'xl:hidden' : 'xl:block xl:text-right')}>
            {mustNumPre}%
          </span>
          {mustNumPre > 0 && (
            <ProgressBar
              className="hidden w-full max-w-[10rem] xl:flex"
              value={mustNumPre}
              tone={progressTone(mustNumPre)}
              label="必接项对接率"
              showValue
            />
          )}
        </>
      ),
    },
    {
      key: 'time',
      header: '创建时间',
      width: '6.5rem',
      render: (row) => <span title={formatTime(row.createTime)}>{formatDay(row.createTime)}</span>,
    },
    {
      key: 'papers',
      header: '证照',
      width: '7.75rem',
      render: (row) => (
        <span className="-ml-2.5 flex min-h-control-sm flex-wrap items-center md:max-xl:-my-3 before:content-['\200b'] xl:min-h-0 xl:[&_button]:min-h-0 xl:[&_button]:py-0 xl:[&_button]:leading-5">
          <PaperButton row={row} paper="license" url={row.licenseUrl} label="营业执照" />
          <PaperButton row={row} paper="book" url={row.bookUrl} label="承诺书" />
          {!row.licenseUrl && !row.bookUrl && <span className="pl-2.5 text-ink-soft">--</span>}
        </span>
      ),
    },
    {
      key: 'actions',
      header: '操作',
      phone: 'menu',
      stuck: true,
      width: '14rem',
      render: (row) => <Actions row={row} {...on} />,
    },
  ]
  return (
    <DataTable
      caption="服务商列表"
      rows={rows}
      rowKey={({ id }) => id}
      expected={expected}
      busy={busy}
      empty={empty}
      minWidth="74rem"
      facts={(row) => [providerDocking.label(row.accessStatus), `必接项 ${row.mustNumPre}%`, row.linkMan]}
      columns={columns}
    />
  )
}

function PaperButton({
  row,
  paper,
  url,
  label,
}: {
  row: ProviderRow
  paper: Paper
  url: string | null
  label: string
}) {
  if (!url) return null
  return (
    <ExportButton {...quiet} address={() => openPaper(row.id, paper, url)}>
      {label}
    </ExportButton>
  )
}

type ActionsProps = ProviderActions & { readonly row: ProviderRow }

function Actions({ row, onPass, onReject, onReason, onSuspend, onResume, onKeys }: ActionsProps) {
  const { audit, reason, testReport, notice, suspend, resume, keys } = PROVIDER_RULES
  const when = (rule: { when(row: ProviderRow): boolean }, ...some: MenuOption[]) => (rule.when(row) ? some : [])
  return (
    <RowActions
      name={row.name}
      actions={[
        ...when(
          audit,
          { key: 'pass', label: '通过', onSelect: () => onPass(row) },
          { key: 'reject', label: '驳回', onSelect: () => onReject(row) },
        ),
        ...when(reason, { key: 'reason', label: '驳回原因', onSelect: () => onReason(row) }),
        ...when(testReport, {
          key: 'report',
          label: '测试报告',
          onSelect: () => void openDocument(() => providerReport(row.id)),
        }),
        {
          key: 'notice',
          label: '对接告知书',
          disabled: !notice.when(row),
          title: notice.when(row) ? undefined : notice.otherwise,
          onSelect: () => void openDocument(() => providerNotice(row.id)),
        },
      ]}
      rare={[
        ...when(keys, { key: 'keys', label: '换发密钥', onSelect: () => onKeys(row) }),
        ...when(suspend, { key: 'suspend', label: '暂停', onSelect: () => onSuspend(row) }),
        ...when(resume, { key: 'resume', label: '恢复', onSelect: () => onResume(row) }),
      ]}
    />
  )
}
