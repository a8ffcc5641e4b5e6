import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { HandedOut } from '#contract/account.ts'
import { accountStatus } from '#contract/dict/account.ts'
import type { OrganRow } from '#contract/organ.ts'
import { organQuery } from '#app/data/organ.ts'
import { PasswordDialog } from '#app/parts/password-dialog.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { PlusIcon } from '#app/ui/action-icons.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { DataTable } from '#app/ui/table.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { OfficerDialog } from './officer-dialog.tsx'
import { OrganDialog } from './organ-dialog.tsx'

const LEVELS: Readonly<Record<number, string>> = { 1: '国家局', 2: '总队', 3: '区支队' }
const OWN = 2
const NOTIFICATIONS = 5
const quiet = { kind: 'quiet', size: 'small' } as const

const route = getRouteApi('/_shell/organList')

export function OrganListScreen() {
  const { contactless } = route.useSearch()
  const navigate = route.useNavigate()
  const organs = useQuery(organQuery.list())
  const [adding, setAdding] = useState(false)
  const [chosen, setChosen] = useState<OrganRow>()
  const [handed, setHanded] = useState<{ readonly told: HandedOut; readonly shown: boolean }>()
  const missing = organs.data?.filter(({ isContactless }) => isContactless).length ?? 0
  const handOver = (told: HandedOut) => {
    setAdding(false)
    setChosen(undefined)
    setHanded({ told, shown: true })
  }
  return (
    <section className="flex flex-col rounded-md border border-line bg-panel">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2 md:px-4">
        <p className="w-full text-sm text-ink-soft md:w-auto md:min-w-0 md:flex-1">
          {contactless === undefined
            ? `总队审批接入，区支队查看本区、处置本区火警。${missing > 0 ? '无值班联系人的，先创建账号，再请其登录后登记。' : ''}`
            : '无值班联系人的区级机构：请其登录后在“值班联系人”登记。'}
        </p>
        {contactless === undefined && missing > 0 && (
          <Button
            className="max-md:flex-1"
            icon={<ToneMark tone="attention" />}
            onClick={() => void navigate({ search: { contactless: 1 } })}
          >
            {missing} 个区无值班联系人
          </Button>
        )}
        {contactless !== undefined && (
          <Button className="max-md:flex-1" onClick={() => void navigate({ search: {} })}>
            查看全部机构
          </Button>
        )}
        <Button kind="primary" icon={<PlusIcon />} onClick={() => setAdding(true)}>
          <span className="max-md:sr-only">新增区级机构</span>
        </Button>
      </div>
      <QueryResult of={organs} waiting={<OrganTable rows={undefined} onChoose={setChosen} />}>
        {(rows) => (
          <OrganTable
            rows={contactless === undefined ? rows : rows.filter(({ isContactless }) => isContactless)}
            onChoose={setChosen}
          />
        )}
      </QueryResult>
      <OrganDialog open={adding} onClose={() => setAdding(false)} onTold={handOver} />
      <OfficerDialog organ={chosen} onClose={() => setChosen(undefined)} onTold={handOver} />
      {handed && (
        <PasswordDialog
          open={handed.shown}
          told={handed.told}
          onClose={() => setHanded({ told: handed.told, shown: false })}
        />
      )}
    </section>
  )
}

interface OrganTableProps {
  readonly rows: readonly OrganRow[] | undefined
  onChoose(row: OrganRow): void
}

function OrganTable({ rows, onChoose }: OrganTableProps) {
  return (
    <DataTable
      caption="消防救援机构列表"
      rows={rows}
      rowKey={({ id }) => id}
      facts={(row) => [row.isContactless ? '无值班联系人' : LEVELS[row.level], accountsOf(row)]}
      columns={[
        {
          key: 'name',
          header: '机构名称',
          phone: 'title',
          nowrap: true,
          width: '24%',
          render: ({ name, countyName, isContactless }) => (
            <span>
              {isContactless && <ToneMark tone="attention" className="mr-1.5 inline md:hidden" />}
              {name}
              {countyName && !name.includes(countyName) && (
                <span className="ml-2 font-normal text-ink-soft">{countyName}</span>
              )}
            </span>
          ),
        },
        {
          key: 'contacts',
          header: '值班联系人',
          nowrap: true,
          width: '20%',
          render: (row) => <Contacts of={row} />,
        },
        {
          key: 'accounts',
          header: '账号',
          render: ({ accounts }) =>
            accounts.length === 0 ? (
              <span className="text-ink-soft">{NO_ACCOUNT}</span>
            ) : (
              <ul className="min-w-0">
                {accounts.map(({ id, account, name, status }) => (
                  <li key={id} className="break-words">
                    <span className="inline-block">{account}</span>
                    <span className="inline-block">（{name}）</span>
                    {status !== 0 && (
                      <Badge look="plain" tone={accountStatus.tone(status)} className="ml-2">
                        {accountStatus.label(status)}
                      </Badge>
                    )}
                  </li>
                ))}
              </ul>
            ),
        },
        {
          key: 'actions',
          header: '操作',
          phone: 'action',
          stuck: false,
          width: '11rem',
          render: (row) =>
            row.level > 1 && (
              <span className="flex justify-end whitespace-nowrap md:-mr-2.5">
                {isTold(row) && (
                  <Link to="/publishing" search={{ kind: NOTIFICATIONS }} className={buttonClass(quiet)}>
                    发消息通知
                  </Link>
                )}
                <Button {...quiet} className={cx(isTold(row) && 'max-md:hidden')} onClick={() => onChoose(row)}>
                  创建账号
                </Button>
              </span>
            ),
        },
      ]}
    />
  )
}

const isTold = ({ isContactless, accounts }: OrganRow) => isContactless && accounts.length > 0
const NO_ACCOUNT = '未开通账号'
const accountsOf = ({ accounts }: OrganRow) => (accounts.length > 0 ? `${accounts.length} 个账号` : NO_ACCOUNT)

function Contacts({ of }: { of: OrganRow }) {
  if (of.isContactless)
    return (
      <Badge look="plain" tone="attention">
        无值班联系人
      </Badge>
    )
  if (of.level === OWN)
    return (
      <Link to="/dutyContacts" className={cx(buttonClass(quiet), '-ml-2.5 md:-my-1.5')}>
        本机构值班联系人
      </Link>
    )
  return of.level > OWN ? '已登记' : '--'
}
