import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AccountRow } from '#contract/account.ts'
import { accountStatus } from '#contract/dict/account.ts'
import { UNIT_PAGE_SIZES } from '#contract/page-sizes.ts'
import { unitManagementQuery } from '#app/data/unit-management.ts'
import { formatNumber, orMissing } from '#app/lib/format.ts'
import { DESK, TABLET, useMedia } from '#app/lib/use-media.ts'
import { SMALL_ON_PHONES } from '#app/parts/filter-button.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { RowActions } from '#app/parts/row-actions.tsx'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { SearchBox } from '#app/parts/search-box.tsx'
import { useMay } from '#app/session/use-may.ts'
import { ChevronRightIcon, MoreIcon, PlusIcon } from '#app/ui/action-icons.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Empty } from '#app/ui/empty.tsx'
import { Menu } from '#app/ui/menu.tsx'
import { rowsOfPage } from '#app/ui/pager-math.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { WideTable } from '#app/ui/wide-table.tsx'
import { accountsOf, FIRST_SIZE } from './list-queries.ts'
import type { AccountSearch } from './list-search.ts'
import { type UnitDialogAsked, UnitDialogs } from './unit-dialogs.tsx'

const route = getRouteApi('/_shell/accountList')
const ENABLED = 0

/** Source: document 2, section 2. */
export function AccountListScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (some: Partial<AccountSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...some }), replace: true, resetScroll: false })
  const [asked, setAsked] = useState<UnitDialogAsked>()
  const accounts = useQuery({ ...accountsOf(search), placeholderData: keepPreviousData })
  const counts = useQuery(unitManagementQuery.statistics())
  const accountless = counts.data?.find(({ unitType }) => unitType === 0)?.accountless ?? 0
  const filtered = search.company !== undefined
  const { size = FIRST_SIZE } = search
  const isDesk = useMedia(DESK)
  const isOfCity = useMay('gov2')
  const links = [
    ...(isOfCity ? [{ to: '/organList', label: '消防救援机构账号' } as const] : []),
    { to: '/unitList', label: '社会单位' } as const,
  ]
  return (
    <section className="page-list relative flex flex-col rounded-md border border-line bg-panel">
      {accountless > 0 ? (
        <div className="flex items-center gap-3 rounded-t-md border-b border-attention bg-attention-soft px-4 py-1 text-sm md:py-2">
          <p className="flex min-w-0 flex-1 items-center gap-1.5 text-attention-ink">
            <ToneMark tone="attention" />
            <span>
              <b className="font-figure">{formatNumber(accountless)}</b> 个单位无账号，不能登录
            </span>
          </p>
          <Link
            to="/unitList"
            search={{ condition: 'accountless' }}
            className={cx(buttonClass({ kind: 'primary' }), 'max-md:px-3')}
          >
            去创建
          </Link>
        </div>
      ) : (
        counts.isPending && (
          <div className="border-b border-line py-1 md:py-2">
            <p className="min-h-control" />
          </div>
        )
      )}
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2 lg:py-3">
        <SearchBox
          className="min-w-0 flex-1 basis-32 xl:max-w-sm"
          label="搜索单位、账号或姓名"
          initial={search.company}
          onSearch={(said) => change({ company: said || undefined, page: undefined })}
        />
        {isDesk ? (
          <span className="absolute right-0 bottom-full mb-2 flex h-11 items-center">
            {links.slice(0, -1).map(({ to, label }) => (
              <Link key={to} to={to} className={cx(buttonClass({ kind: 'quiet' }), '!pr-0')}>
                {label}
                <ChevronRightIcon className="-mr-bearing" />
              </Link>
            ))}
          </span>
        ) : (
          <Menu
            bare
            label="更多页面"
            trigger={
              <span className={cx(buttonClass(), SMALL_ON_PHONES)}>
                <MoreIcon />
                更多
              </span>
            }
            entries={links.map(({ to, label }) => ({ key: to, label, onSelect: () => void navigate({ to }) }))}
          />
        )}
        <Button
          icon={<PlusIcon />}
          className={cx(SMALL_ON_PHONES, 'md:ml-auto')}
          aria-label="新增账号"
          onClick={() => setAsked({ what: 'account', account: undefined })}
        >
          <span>
            新增<span className="max-md:hidden">账号</span>
          </span>
        </Button>
      </div>
      <QueryResult of={accounts} waiting={<AccountTable rows={undefined} onAsk={setAsked} />}>
        {({ list, total }) =>
          total === 0 ? (
            <Empty
              title={filtered ? '没有符合条件的账号' : '暂无账号'}
              hint={filtered ? '请更换搜索内容' : '点击“新增账号”为单位开户'}
            />
          ) : (
            <AccountTable rows={rowsOfPage({ list, total })} busy={accounts.isPlaceholderData} onAsk={setAsked} />
          )
        }
      </QueryResult>
      <ListFooter
        of={accounts}
        page={search.page ?? 1}
        pageSize={size}
        sizes={UNIT_PAGE_SIZES}
        note="停用在前，按账号排列"
        onChange={(page, size) => change({ page, size })}
      />
      <UnitDialogs asked={asked} onAsk={setAsked} />
    </section>
  )
}

interface AccountTableProps {
  readonly rows: readonly AccountRow[] | undefined
  readonly busy?: boolean
  onAsk(asked: UnitDialogAsked): void
}

function AccountTable({ rows, busy = false, onAsk }: AccountTableProps) {
  const isTablet = useMedia(TABLET)
  return (
    <WideTable
      caption="账号列表"
      rows={rows}
      rowKey={({ id }) => id}
      expected={FIRST_SIZE}
      busy={busy}
      minWidth="60rem"
      facts={(row) => [row.account, row.name]}
      columns={[
        {
          key: 'company',
          header: isTablet ? '单位' : '单位名称',
          phone: 'title',
          ...(isTablet && { width: '22rem' }),
          render: ({ companyName }) => companyName,
        },
        {
          key: 'account',
          header: '账号',
          phone: 'desk',
          tablet: 'main',
          width: '6rem',
          render: (row) => row.account,
        },
        {
          key: 'name',
          header: '姓名',
          phone: 'desk',
          tablet: 'under',
          below: 'account',
          width: '6rem',
          render: (row) => orMissing(row.name),
        },
        {
          key: 'status',
          header: '状态',
          phone: 'state',
          nowrap: true,
          width: '6rem',
          render: ({ status }) =>
            status === ENABLED ? (
              <span className="text-ink-soft max-md:hidden">{accountStatus.label(status)}</span>
            ) : (
              <Badge tone={accountStatus.tone(status)}>{accountStatus.label(status)}</Badge>
            ),
        },
        {
          key: 'address',
          header: '单位地址',
          tablet: 'under',
          below: 'company',
          ...(!isTablet && { width: '20rem' }),
          render: ({ address }) =>
            address ? (
              <span className="min-w-0">{address.replace(/^上海市/, '') || address}</span>
            ) : (
              <span className="text-ink-soft">未填写地址</span>
            ),
        },
        {
          key: 'actions',
          header: '操作',
          phone: isTablet ? 'action' : 'menu',
          align: 'end',
          stuck: true,
          width: '6.5rem',
          render: (row) => <Actions row={row} onAsk={onAsk} />,
        },
      ]}
    />
  )
}

function Actions({ row, onAsk }: { row: AccountRow; onAsk(asked: UnitDialogAsked): void }) {
  const company = { id: row.companyId, name: row.companyName }
  const next = row.status === ENABLED ? 1 : ENABLED
  return (
    <RowActions
      name={row.account}
      isFirstAlways
      actions={[{ key: 'edit', label: '修改', onSelect: () => onAsk({ what: 'account', company, account: row }) }]}
      rare={[
        { key: 'reset', label: '重置密码', onSelect: () => onAsk({ what: 'reset', account: row }) },
        {
          key: 'status',
          label: accountStatus.label(next),
          danger: row.status === ENABLED,
          onSelect: () => onAsk({ what: 'enable', account: row, status: next }),
        },
      ]}
    />
  )
}
