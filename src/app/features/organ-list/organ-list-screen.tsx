import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { HandedOut } from '#contract/account.ts'
import { accountStatus } from '#contract/dict/account.ts'
import type { OrganRow } from '#contract/organ.ts'
import { organQuery } from '#app/data/organ.ts'
import { orMissing } from '#app/lib/format.ts'
import { PasswordDialog } from '#app/parts/password-dialog.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { PlusIcon } from '#app/ui/action-icons.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { DataTable } from '#app/ui/table.tsx'
import { OfficerDialog } from './officer-dialog.tsx'
import { OrganDialog } from './organ-dialog.tsx'

const LEVELS: Readonly<Record<number, string>> = { 1: '国家局', 2: '总队', 3: '区支队' }

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
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2">
        <p className="text-sm text-ink-soft">
          {contactless === undefined
            ? '总队审批接入，区支队查看本区、处置本区火警。'
            : '无值班联系人的区级机构：请其登录后在“值班联系人”登记。'}
        </p>
        <span className="flex flex-wrap gap-2">
          {contactless === undefined && missing > 0 && (
            <Button onClick={() => void navigate({ search: { contactless: 1 } })}>{missing} 个区无值班联系人</Button>
          )}
          {contactless !== undefined && <Button onClick={() => void navigate({ search: {} })}>查看全部机构</Button>}
          <Button kind="primary" icon={<PlusIcon />} onClick={() => setAdding(true)}>
            新增区级机构
          </Button>
        </span>
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
      facts={({ level, isContactless, accounts }) => [
        isContactless ? '无值班联系人' : LEVELS[level],
        accounts.length > 0 && `${accounts.length} 个账号`,
      ]}
      columns={[
        {
          key: 'name',
          header: '机构名称',
          phone: 'title',
          render: ({ name }) => name,
        },
        { key: 'level', header: '级别', phone: 'desk', nowrap: true, render: ({ level }) => LEVELS[level] ?? level },
        {
          key: 'county',
          header: '所辖的区',
          phone: 'desk',
          nowrap: true,
          render: ({ countyName }) => orMissing(countyName),
        },
        {
          key: 'contacts',
          header: '值班联系人',
          nowrap: true,
          render: ({ isContactless }) =>
            isContactless ? (
              <Badge look="plain" tone="attention">
                无值班联系人
              </Badge>
            ) : (
              '--'
            ),
        },
        {
          key: 'accounts',
          header: '账号',
          render: ({ accounts }) =>
            accounts.length === 0 ? (
              '--'
            ) : (
              <ul className="min-w-0">
                {accounts.map(({ id, account, name, status }) => (
                  <li key={id} className="break-words">
                    {account}（{name}）
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
          width: '8rem',
          render: (row) =>
            row.level === 1 ? null : (
              <Button kind="quiet" size="small" onClick={() => onChoose(row)}>
                创建账号
              </Button>
            ),
        },
      ]}
    />
  )
}
