import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { HandedOut } from '#contract/account.ts'
import { accountStatus } from '#contract/dict/account.ts'
import type { OrganRow } from '#contract/organ.ts'
import { NOTIFICATION } from '#contract/publication-kinds.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { organQuery } from '#app/data/organ.ts'
import { MISSING } from '#app/lib/format.ts'
import { DESK, TABLET, useMedia, WIDE } from '#app/lib/use-media.ts'
import { useDistricts } from '#app/parts/authority-area.ts'
import { SMALL_ON_PHONES } from '#app/parts/filter-button.tsx'
import { FirePill } from '#app/parts/fire-pill.tsx'
import { PasswordDialog } from '#app/parts/password-dialog.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { RowActions } from '#app/parts/row-actions.tsx'
import { PlusIcon } from '#app/ui/action-icons.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { cx } from '#app/ui/cx.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { WideTable } from '#app/ui/wide-table.tsx'
import { CONTACTLESS, CREATE, MissingContacts, NO_ACCOUNT, TELL } from './missing-contacts.tsx'
import { OfficerDialog } from './officer-dialog.tsx'
import { OrganDialog } from './organ-dialog.tsx'

const LEVELS: Readonly<Record<number, string>> = { 1: '国家局', 2: '总队', 3: '区支队' }
const OWN = 2
const ADD = '新增区级机构'
const REGISTERED = '区值班联系人已登记'
const UNREGISTERED = '未登记'
const quiet = { kind: 'quiet', size: 'small' } as const

const mayCreate = ({ level }: OrganRow) => level >= OWN

const spokenCreate = ({ name }: OrganRow) => `${CREATE}，${name}`

const levelOf = ({ level }: OrganRow) => (level > OWN ? 0 : level === OWN ? 1 : 2)

interface DistrictFires {
  readonly county: string
  readonly count: number
}

type Fires = (row: OrganRow) => DistrictFires | undefined

const countOf = (fires: DistrictFires | undefined) => fires?.count ?? 0

const sorted = (rows: readonly OrganRow[], fires: Fires) =>
  [...rows].sort((a, b) => levelOf(a) - levelOf(b) || countOf(fires(b)) - countOf(fires(a)))

const route = getRouteApi('/_shell/organList')

export function OrganListScreen() {
  const { contactless } = route.useSearch()
  const navigate = route.useNavigate()
  const organs = useQuery(organQuery.list())
  const { data: open, isPending: isOrderOpen } = useQuery(alarmQuery.open())
  const districts = useDistricts()
  const isWhole = open !== undefined && open.list.length === open.total
  const firesByName = new Map(
    districts.map(({ code, name }) => [
      name,
      { county: code, count: open?.list.filter(({ countyNo }) => countyNo === code).length ?? 0 },
    ]),
  )
  const fires: Fires = ({ level, countyName }) =>
    isWhole && level > OWN && countyName !== null ? firesByName.get(countyName) : undefined
  const [adding, setAdding] = useState(false)
  const [chosen, setChosen] = useState<OrganRow>()
  const [handed, setHanded] = useState<{
    readonly told: HandedOut
    readonly organId?: string
    readonly shown: boolean
  }>()
  const withoutAccount = sorted(organs.data ?? [], fires).filter((row) => mayCreate(row) && row.accounts.length === 0)
  const next = withoutAccount.find(({ id }) => id !== handed?.organId)
  const missing = organs.data?.filter(({ isContactless }) => isContactless).length
  const districtOrgans = organs.data?.filter(({ level }) => level > OWN).length ?? 0
  const show = (search: { readonly contactless?: 1 }) => void navigate({ search, replace: true, resetScroll: false })
  const handOver = (told: HandedOut) => {
    setAdding(false)
    setChosen(undefined)
    setHanded({ told, shown: true, ...(chosen && { organId: chosen.id }) })
  }
  const closePassword = () => setHanded((now) => now && { ...now, shown: false })
  return (
    <section key={String(organs.isPending)} className="page-list flex flex-col rounded-md border border-line bg-panel">
      {organs.isPending && (
        <div className="border-b border-line py-0.5 md:py-2">
          <p className="min-h-control max-md:min-h-[4rem]" />
        </div>
      )}
      {missing !== undefined && missing > 0 && (
        <MissingContacts
          missing={missing}
          withoutAccount={withoutAccount.length}
          onCreate={isOrderOpen ? undefined : () => setChosen(withoutAccount[0])}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-2 border-b border-line px-4 py-1 md:py-2">
        <Chip label="全部机构" count={organs.data?.length} isOn={!contactless} onPress={() => show({})} />
        <Chip
          label={CONTACTLESS}
          count={missing}
          mark={<ToneMark tone="attention" {...(missing === 0 && { className: '!text-unknown' })} />}
          isOn={contactless === 1}
          onPress={() => show({ contactless: 1 })}
        />
        {missing === 0 && (
          <p className="text-sm text-ink-soft max-lg:order-last max-lg:w-full max-lg:pt-1 lg:ml-2 lg:min-w-0 lg:flex-1">
            <span className="font-semibold text-ink">
              {REGISTERED} {districtOrgans} / {districtOrgans}。
            </span>
            总队审批接入，区支队查看本区、处置本区火警。
          </p>
        )}
        <Button
          className={cx(SMALL_ON_PHONES, 'ml-auto')}
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
            rows={
              isOrderOpen ? undefined : sorted(rows, fires).filter(({ isContactless }) => isContactless || !contactless)
            }
            fires={fires}
            onChoose={setChosen}
          />
        )}
      </QueryResult>
      <OrganDialog open={adding} onClose={() => setAdding(false)} onTold={handOver} />
      <OfficerDialog
        organ={chosen}
        withoutAccount={withoutAccount.length}
        onClose={() => setChosen(undefined)}
        onTold={handOver}
      />
      {handed && (
        <PasswordDialog
          open={handed.shown}
          told={handed.told}
          next={
            handed.organId !== undefined && next
              ? {
                  label: next.countyName ?? next.name,
                  onNext: () => {
                    closePassword()
                    setChosen(next)
                  },
                }
              : undefined
          }
          onClose={closePassword}
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
  const isTablet = useMedia(TABLET)
  const burning = rows?.filter((row) => countOf(fires(row)) > 0).length ?? 0
  const districts = rows?.filter((row) => levelOf(row) === 0).length
  const headOf = (_row: OrganRow, position: number) => {
    if (position === 0) return `有火警 ${burning} 个 · 火警多的在前`
    if (position === districts) return '总队和国家局'
    return position === burning ? `没有火警${districts === undefined ? '' : ` ${districts - burning} 个`}` : undefined
  }
  return (
    <WideTable
      caption="消防救援机构列表"
      minWidth="60rem"
      rows={rows}
      rowKey={({ id }) => id}
      waitsForHead
      {...(burning > 0 && { headOf })}
      facts={(row) => [
        row.level <= OWN && LEVELS[row.level],
        row.accounts.map(({ account }) => account).join('、') || (mayCreate(row) && NO_ACCOUNT),
        row.level > OWN && (row.isContactless ? CONTACTLESS : '值班联系人已登记'),
      ]}
      columns={[
        {
          key: 'name',
          header: '机构名称',
          phone: 'title',
          nowrap: true,
          width: isWide ? '19rem' : '14rem',
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
          phone: 'state',
          tablet: 'main',
          nowrap: true,
          width: isWide ? '7.5rem' : '5rem',
          render: (row) => {
            const found = fires(row)
            if (!found) return MISSING
            return found.count === 0 ? (
              <span className="text-ink-soft max-md:hidden">0</span>
            ) : (
              <FireLink of={row} fires={found} />
            )
          },
        },
        {
          key: 'contacts',
          header: '值班联系人',
          phone: 'desk',
          tablet: 'main',
          nowrap: true,
          width: isWide ? '12.5rem' : '8.25rem',
          render: (row) => <Contacts of={row} />,
        },
        {
          key: 'accounts',
          header: '账号',
          phone: 'desk',
          tablet: 'main',
          ...(!isWide && { nowrap: true, width: '7rem' }),
          render: (row) =>
            row.accounts.length === 0 ? (
              <span className="text-ink-soft">{mayCreate(row) ? NO_ACCOUNT : MISSING}</span>
            ) : (
              <ul className="min-w-0">
                {row.accounts.map(({ id, account, name, status }) => (
                  <li key={id} className="break-words">
                    <span className="mr-2 inline-block">{account}</span>
                    <span className="inline-block text-ink-soft">{name}</span>
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
          phone: isTablet ? 'action' : 'menu',
          align: 'end',
          width: isWide ? '10rem' : '8.5rem',
          render: (row) => (
            <span
              className={cx(
                'max-md:flex max-md:justify-end md:contents',
                row.accounts.length === 0 ? 'max-md:-mr-7' : 'max-md:-mr-5 max-md:min-w-[5rem]',
              )}
            >
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
  const tell = isPhone ? '发通知' : TELL
  const create = mayCreate(of)
    ? [{ key: 'account', label: CREATE, spoken: spokenCreate(of), onSelect: () => onChoose(of) }]
    : []
  return (
    <RowActions
      name={of.name}
      isFirstAlways={!isPhone || of.accounts.length === 0}
      keepsMenu
      actions={[
        ...(isTold(of)
          ? [
              {
                key: 'tell',
                label: tell,
                spoken: `${tell}，${of.name}`,
                onSelect: () => void navigate({ to: '/publishing', search: { kind: NOTIFICATION } }),
              },
            ]
          : []),
        ...(of.level === OWN && isPhone
          ? [{ key: 'own', label: '值班联系人', onSelect: () => void navigate({ to: '/dutyContacts' }) }]
          : []),
        ...(of.accounts.length === 0 ? create : []),
      ]}
      rare={of.accounts.length > 0 ? create : []}
    />
  )
}

function FireLink({ of, fires }: { of: OrganRow; fires: DistrictFires | undefined }) {
  return (
    <FirePill
      count={countOf(fires)}
      search={{ county: fires?.county }}
      of={of.name}
      isHeaded
      className="touch:after:absolute touch:after:-inset-x-2 touch:after:-inset-y-3"
    />
  )
}

const isTold = ({ isContactless, accounts }: OrganRow) => isContactless && accounts.length > 0

function Contacts({ of }: { of: OrganRow }) {
  if (of.isContactless) return <span className="text-ink-soft">{UNREGISTERED}</span>
  if (of.level === OWN)
    return (
      <Link to="/dutyContacts" className={cx(buttonClass(quiet), '-ml-[11px] md:-my-1.5')}>
        本机构值班联系人
      </Link>
    )
  return of.level > OWN ? '已登记' : MISSING
}
