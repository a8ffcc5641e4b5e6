import type { ReactNode } from 'react'
import { accountStatus } from '#contract/dict/account.ts'
import { supervisionWord } from '#contract/dict/supervision-category.ts'
import type { UnitRow } from '#contract/unit-management.ts'
import { orMissing } from '#app/lib/format.ts'
import { TABLET, useMedia } from '#app/lib/use-media.ts'
import { RowActions } from '#app/parts/row-actions.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { cx } from '#app/ui/cx.ts'
import { WideTable } from '#app/ui/wide-table.tsx'
import type { UnitDialogAsked } from './unit-dialogs.tsx'

interface UnitTableProps {
  readonly rows: readonly UnitRow[] | undefined
  readonly expected: number
  readonly busy?: boolean
  readonly empty?: ReactNode
  onAsk(asked: UnitDialogAsked): void
}

export function UnitTable({ rows, expected, busy = false, empty, onAsk }: UnitTableProps) {
  const isTablet = useMedia(TABLET)
  return (
    <WideTable
      caption="社会单位列表"
      rows={rows}
      rowKey={({ id }) => id}
      expected={expected}
      busy={busy}
      empty={empty}
      minWidth="68rem"
      facts={(row) => [row.countyName, <Category key="type" of={row.type} />, row.account]}
      columns={[
        {
          key: 'name',
          header: isTablet ? '单位名称 / 地址' : '单位名称',
          phone: 'title',
          width: '16rem',
          render: ({ name }) => name,
        },
        {
          key: 'area',
          header: '区域地址',
          tablet: 'under',
          width: '13rem',
          render: (row) => (
            <span className="min-w-0">
              {orMissing(row.countyName)} {row.streetName}
              <span className="block text-ink-soft md:max-xl:inline xl:text-xs">
                {' '}
                {row.addressDetail?.split(row.countyName ?? '\n').pop()}
              </span>
            </span>
          ),
        },
        {
          key: 'type',
          header: isTablet ? '监管类别 / 单位类型' : '监管类别',
          phone: 'desk',
          tablet: 'main',
          nowrap: true,
          width: '9.75rem',
          render: ({ type }) => <Category of={type} />,
        },
        {
          key: 'kind',
          header: '单位类型',
          tablet: 'under',
          render: (row) => {
            const place = row.placeType === row.dwxz ? null : row.placeType
            return (
              <span title={place ?? undefined} className="block min-w-0 xl:max-w-[14rem] xl:truncate">
                <span className={cx(row.dwxz && place?.startsWith(row.dwxz) && 'md:max-xl:hidden')}>
                  {orMissing(row.dwxz)}
                </span>
                {place && <span className="hidden text-ink-soft md:max-xl:inline"> {place}</span>}
                {place && <span className="hidden truncate text-xs text-ink-soft xl:block">{place}</span>}
              </span>
            )
          },
        },
        {
          key: 'organ',
          header: '消防管辖机构',
          tablet: 'under',
          width: '9.5rem',
          render: (row) => orMissing(row.sysOrganName),
        },
        {
          key: 'account',
          header: isTablet ? '账号 / 管辖机构' : '账号',
          phone: 'state',
          nowrap: true,
          width: '8.5rem',
          render: ({ account, accountStatus: status }) =>
            account === null ? (
              <span className="text-ink-soft">暂无账号</span>
            ) : (
              <span className="min-w-0">
                <span className="mr-2 hidden break-words md:inline">{account}</span>
                {status !== ENABLED && <Badge tone={accountStatus.tone(status)}>{accountStatus.label(status)}</Badge>}
              </span>
            ),
        },
        {
          key: 'actions',
          header: '操作',
          phone: 'menu',
          align: 'end',
          stuck: true,
          width: '7.5rem',
          render: (row) => <Actions row={row} onAsk={onAsk} />,
        },
      ]}
    />
  )
}

const IMPORTANT = 1
const ENABLED = 0

function Category({ of }: { of: number }) {
  return <span className={cx(of === IMPORTANT && 'font-semibold text-ink')}>{supervisionWord(of)}</span>
}

function Actions({ row, onAsk }: { row: UnitRow; onAsk(asked: UnitDialogAsked): void }) {
  const own = row.accountId === null ? undefined : { id: row.accountId, account: row.account ?? '' }
  const action = (key: string, label: string, asked: UnitDialogAsked) => ({ key, label, onSelect: () => onAsk(asked) })
  return (
    <RowActions
      name={row.name}
      actions={[
        own
          ? action('edit', '编辑', { what: 'edit', id: row.id })
          : action('account', '创建账号', { what: 'account', company: row, account: own }),
      ]}
      rare={[
        own
          ? action('account', '修改账号', { what: 'account', company: row, account: own })
          : action('edit', '编辑', { what: 'edit', id: row.id }),
        ...(own ? [action('reset', '重置密码', { what: 'reset', account: own })] : []),
        { ...action('remove', '删除', { what: 'remove', company: row }), danger: true },
      ]}
    />
  )
}
