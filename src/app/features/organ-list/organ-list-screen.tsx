import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { HandedOut } from '#contract/account.ts'
import { accountStatus } from '#contract/dict/account.ts'
import type { OrganRow } from '#contract/organ.ts'
import { NOTIFICATION } from '#contract/publication-kinds.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { organQuery } from '#app/data/organ.ts'
import { DESK, useMedia, WIDE } from '#app/lib/use-media.ts'
import { useDistricts } from '#app/parts/authority-area.ts'
import { PasswordDialog } from '#app/parts/password-dialog.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { RowActions } from '#app/parts/row-actions.tsx'
import { PlusIcon } from '#app/ui/action-icons.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { cx } from '#app/ui/cx.ts'
import { DataTable } from '#app/ui/table.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { OfficerDialog } from './officer-dialog.tsx'
import { OrganDialog } from './organ-dialog.tsx'

const LEVELS: Readonly<Record<number, string>> = { 1: '国家局', 2: '总队', 3: '区支队' }
const OWN = 2
const ADD = '新增区级机构'
const CREATE = '创建账号'
const NO_ACCOUNT = '无账号'
const quiet = { kind: 'quiet', size: 'small' } as const

const levelOf = ({ level }: OrganRow) => (level > OWN ? 0 : level === OWN ? 1 : 2)

type Fires = (row: OrganRow) => number | undefined

const sorted = (rows: readonly OrganRow[], fires: Fires) =>
  [...rows].sort((a, b) => levelOf(a) - levelOf(b) || (fires(b) ?? 0) - (fires(a) ?? 0))

const route = getRouteApi('/_shell/organList')

export function OrganListScreen() {
  const { contactless } = route.useSearch()
  const navigate = route.useNavigate()
  const organs = useQuery(organQuery.list())
  const { data: open } = useQuery(alarmQuery.open())
  const districts = useDistricts()
  const isWhole = open !== undefined && open.list.length === open.total
  const firesByName = new Map(
    districts.map(({ code, name }) => [name, open?.list.filter(({ countyNo }) => countyNo === code).length]),
  )
  const fires: Fires = ({ level, countyName }) =>
    isWhole && level > OWN && countyName !== null ? firesByName.get(countyName) : undefined
  const [adding, setAdding] = useState(false)
  const [chosen, setChosen] = useState<OrganRow>()
  const [handed, setHanded] = useState<{ readonly told: HandedOut; readonly shown: boolean }>()
  const missing = organs.data?.filter(({ isContactless }) => isContactless).length
  const districtOrgans = organs.data?.filter(({ level }) => level > OWN).length ?? 0
  const show = (search: { readonly contactless?: 1 }) => void navigate({ search, replace: true, resetScroll: false })
  const handOver = (told: HandedOut) => {
    setAdding(false)
    setChosen(undefined)
    setHanded({ told, shown: true })
  }
  return (
    <section className="page-list flex flex-col rounded-md border border-line bg-panel">
      <div className="flex flex-wrap items-center gap-x-2 border-b border-line px-3 py-2 md:px-4">
        <Chip label="全部机构" count={organs.data?.length} isOn={!contactless} onPress={() => show({})} />
        <Chip
          label="无值班联系人"
          count={missing}
          mark={<ToneMark tone="attention" {...(missing === 0 && { className: '!text-unknown' })} />}
          isOn={contactless === 1}
          onPress={() => show({ contactless: 1 })}
        />
        <p className="text-sm text-ink-soft max-lg:order-last max-lg:w-full max-lg:pt-1 lg:ml-2 lg:min-w-0 lg:flex-1">
          {missing !== undefined && (
            <span className="font-semibold text-ink">
              已登记 {districtOrgans - missing} / {districtOrgans}。
            </span>
          )}
          {missing === 0
            ? '总队审批接入，区支队查看本区、处置本区火警。'
            : '未登记的区，火警超时后直接通知总队；请先创建账号，再通知其登录登记。'}
        </p>
        <Button
          kind="primary"
          className="ml-auto max-md:px-2"
          icon={<PlusIcon />}
          aria-label={ADD}
          onClick={() => setAdding(true)}
        >
          <span>
            新增<span className="max-md:hidden">区级机构</span>
          </span>
        </Button>
      </div>
      <QueryResult of={organs} waiting={<OrganTable rows={undefined} fires={fires} onChoose={setChosen} />}>
        {(rows) => (
          <OrganTable
            rows={sorted(rows, fires).filter(({ isContactless }) => isContactless || !contactless)}
            fires={fires}
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
  readonly fires: Fires
  onChoose(row: OrganRow): void
}

function OrganTable({ rows, fires, onChoose }: OrganTableProps) {
  const isWide = useMedia(WIDE)
  return (
    <DataTable
      caption="消防救援机构列表"
      rows={rows}
      rowKey={({ id }) => id}
      facts={(row) => [
        fires(row) ? (
          <span key="fires" className="font-semibold text-ink">
            火警 {fires(row)} 处
          </span>
        ) : null,
        row.level > OWN ? contactFact(row, fires) : LEVELS[row.level],
        !isTold(row) && row.accounts.map(({ account }) => account).join('、'),
      ]}
      columns={[
        {
          key: 'name',
          header: '机构名称',
          phone: 'title',
          nowrap: true,
          width: isWide ? '20rem' : '22%',
          render: ({ name, countyName }) => (
            <span>
              {name}
              {countyName && !name.includes(countyName) && (
                <span className="ml-2 font-normal text-ink-soft">{countyName}</span>
              )}
            </span>
          ),
        },
        {
          key: 'fires',
          header: '未结束火警',
          phone: 'desk',
          align: 'end',
          nowrap: true,
          width: isWide ? '7.5rem' : '13%',
          render: (row) => {
            const count = fires(row)
            return count === undefined ? (
              '--'
            ) : (
              <span className={count > 0 ? 'font-semibold' : 'text-ink-soft'}>{count} 处</span>
            )
          },
        },
        {
          key: 'contacts',
          header: '值班联系人',
          phone: 'desk',
          nowrap: true,
          width: isWide ? '12.5rem' : '18%',
          render: (row) => <Contacts of={row} hasFires={Boolean(fires(row))} />,
        },
        {
          key: 'accounts',
          header: '账号',
          phone: 'desk',
          render: (row) =>
            row.accounts.length === 0 ? (
              <>
                <span className="mr-3 text-ink-soft max-xl:hidden">{NO_ACCOUNT}</span>
                {row.level >= OWN && (
                  <button
                    type="button"
                    aria-label={`${CREATE}，${row.name}`}
                    className="whitespace-nowrap text-link hover:underline touch:-my-1.5 touch:inline-flex touch:min-h-control touch:items-center xl:leading-7"
                    onClick={() => onChoose(row)}
                  >
                    {CREATE}
                  </button>
                )}
              </>
            ) : (
              <ul className="min-w-0">
                {row.accounts.map(({ id, account, name, status }) => (
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
          phone: 'menu',
          align: 'end',
          ...(isWide && { width: '9.5rem' }),
          render: (row) => (
            <span className="block max-md:-mr-6">
              <Actions of={row} onChoose={onChoose} />
            </span>
          ),
        },
      ]}
    />
  )
}

function Actions({ of, onChoose }: { of: OrganRow; onChoose(row: OrganRow): void }) {
  const navigate = useNavigate()
  const isPhone = !useMedia(DESK)
  const create =
    of.level >= OWN
      ? [{ key: 'account', label: CREATE, spoken: `${CREATE}，${of.name}`, onSelect: () => onChoose(of) }]
      : []
  return (
    <RowActions
      name={of.name}
      isFirstAlways
      actions={[
        ...(isTold(of)
          ? [
              {
                key: 'tell',
                label: '发消息通知',
                spoken: `发消息通知${of.name}`,
                onSelect: () => void navigate({ to: '/publishing', search: { kind: NOTIFICATION } }),
              },
            ]
          : []),
        ...(of.level === OWN && isPhone
          ? [{ key: 'own', label: '值班联系人', onSelect: () => void navigate({ to: '/dutyContacts' }) }]
          : []),
        ...(of.accounts.length === 0 && isPhone ? create : []),
      ]}
      rare={of.accounts.length > 0 ? create : []}
    />
  )
}

const isTold = ({ isContactless, accounts }: OrganRow) => isContactless && accounts.length > 0
const contactFact = (row: OrganRow, fires: Fires) =>
  row.isContactless ? (
    <Unregistered key="contacts" hasFires={Boolean(fires(row))}>
      {row.accounts.length === 0 ? NO_ACCOUNT : '无值班联系人'}
    </Unregistered>
  ) : (
    '值班联系人已登记'
  )

interface UnregisteredProps {
  readonly hasFires: boolean
  readonly children: string
}

function Unregistered({ hasFires, children }: UnregisteredProps) {
  if (!hasFires) return <span className="text-ink-soft">{children}</span>
  return (
    <Badge look="plain" tone="attention">
      {children}
    </Badge>
  )
}

function Contacts({ of, hasFires }: { of: OrganRow; hasFires: boolean }) {
  if (of.isContactless) return <Unregistered hasFires={hasFires}>未登记</Unregistered>
  if (of.level === OWN)
    return (
      <Link to="/dutyContacts" className={cx(buttonClass(quiet), '-ml-2.5 md:-my-1.5')}>
        本机构值班联系人
      </Link>
    )
  return of.level > OWN ? '已登记' : '--'
}
