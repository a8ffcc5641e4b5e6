import type { ReactNode } from 'react'
import { accountStatus } from '#contract/dict/account.ts'
import { supervisionWord } from '#contract/dict/supervision-category.ts'
import type { UnitRow } from '#contract/unit-management.ts'
import { MISSING, orMissing } from '#app/lib/format.ts'
import { DESK, TABLET, useMedia, WIDE } from '#app/lib/use-media.ts'
import { RowActions } from '#app/parts/row-actions.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { cx } from '#app/ui/cx.ts'
import type { Column } from '#app/ui/table.tsx'
import { WideTable } from '#app/ui/wide-table.tsx'
import { Buildings, type ConditionOf, OpenFires, Problems } from './unit-condition.tsx'
import type { UnitDialogAsked } from './unit-dialogs.tsx'

interface UnitTableProps {
  readonly rows: readonly UnitRow[] | undefined
  readonly conditionOf: ConditionOf
  readonly expected: number
  readonly busy?: boolean
  readonly empty?: ReactNode
  readonly headOf?: ((row: UnitRow, position: number) => ReactNode) | undefined
  onAsk(asked: UnitDialogAsked): void
}

export const isOfOwnDistrict = ({ sysOrganName, countyName }: UnitRow) => sysOrganName === `${countyName}消防救援支队`

export function UnitTable({ rows, conditionOf, expected, busy = false, empty, headOf, onAsk }: UnitTableProps) {
  const isDesk = useMedia(DESK)
  const isWide = useMedia(WIDE)
  const isTablet = useMedia(TABLET) && !isWide
  const figure = (key: 'buildings' | 'problems', Figure: typeof Problems) => (row: UnitRow) => {
    const condition = conditionOf(row.id)
    return isDesk || condition?.[key] ? <Figure name={row.name} of={condition} /> : MISSING
  }
  const hasFire = ({ id, fires = 0 }: UnitRow) => (conditionOf(id)?.alarms ?? fires) > 0
  const buildings: Column<UnitRow> = {
    key: 'buildings',
    header: '建筑',
    nowrap: true,
    width: '3.5rem',
    align: 'end',
    render: figure('buildings', Buildings),
  }
  const problems: Column<UnitRow> = {
    key: 'problems',
    header: '未解决问题',
    tablet: 'under',
    below: 'alarms',
    nowrap: true,
    width: '5.75rem',
    align: isWide ? 'end' : 'start',
    render: figure('problems', Problems),
  }
  const kind: Column<UnitRow> = {
    key: 'kind',
    header: '单位类型',
    tablet: 'under',
    below: 'type',
    render: (row) => {
      const place = placeOf(row)
      return (
        <span title={kindWords(row)} className="min-w-0 md:line-clamp-2">
          <span className={cx(place && 'md:hidden')}>{orMissing(row.dwxz)}</span>
          {place && <span className="hidden md:inline">{place}</span>}
        </span>
      )
    },
  }
  const areOwn = !rows?.some((row) => !isOfOwnDistrict(row))
  const organ: Column<UnitRow> = {
    key: 'organ',
    header: '消防管辖机构',
    tablet: 'under',
    below: 'name',
    width: '9.5rem',
    render: (row) => (isTablet && isOfOwnDistrict(row) ? !areOwn && '本区支队管辖' : orMissing(row.sysOrganName)),
  }
  return (
    <WideTable
      caption="社会单位列表"
      rows={rows}
      rowKey={({ id }) => id}
      expected={expected}
      waitingRow="min-h-[4.3125rem] md:min-h-[4.1875rem] xl:h-[3.125rem]"
      waitsForHead
      busy={busy}
      empty={empty}
      minWidth="66rem"
      {...(headOf && { headOf })}
      facts={(row) => [
        row.countyName,
        row.type === IMPORTANT && <Category key="type" of={row.type} />,
        row.account === null ? <NoAccount key="account" /> : accountWords(row),
      ]}
      columns={[
        {
          key: 'name',
          header: isTablet ? '单位' : '单位名称',
          phone: 'title',
          width: isWide ? '20rem' : '14rem',
          render: (row) => (
            <>
              <span title={row.name} className="md:max-xl:line-clamp-2">
                {row.name}
              </span>
              {isTablet && (
                <span title={addressOf(row)} className="block truncate text-sm font-normal text-ink-soft">
                  {orMissing(addressOf(row))}
                </span>
              )}
            </>
          ),
        },
        ...(isTablet ? [] : [AREA]),
        ...(isTablet ? [] : [buildings]),
        {
          key: 'alarms',
          header: isTablet ? '火警与问题' : '火警',
          phone: 'state',
          tablet: 'main',
          nowrap: true,
          width: isWide ? '4rem' : '5rem',
          align: isWide ? 'end' : 'start',
          render: (row) => (
            <span className="inline-flex items-center max-md:min-h-[2.75rem] max-md:w-20 max-md:flex-col max-md:items-end max-md:justify-center max-md:gap-y-0.5">
              {(isDesk || hasFire(row)) && <OpenFires row={row} of={conditionOf(row.id)} />}
              {!isDesk && <Problems name={row.name} of={conditionOf(row.id)} isText />}
            </span>
          ),
        },
        problems,
        {
          key: 'type',
          header: isTablet ? '类别' : '监管类别 / 单位类型',
          phone: 'desk',
          tablet: 'main',
          nowrap: true,
          width: isWide ? '20rem' : '9.25rem',
          render: (row) => (
            <span className="block min-w-0">
              <Category of={row.type} />
              {isTablet && (
                <span className="text-ink-soft">
                  {' · 建筑 '}
                  <Buildings name={row.name} of={conditionOf(row.id)} />
                </span>
              )}
              {isWide && <Kind of={row} />}
            </span>
          ),
        },
        ...(isWide ? [] : [kind]),
        ...(isDesk && areOwn ? [] : [organ]),
        {
          key: 'account',
          header: '账号',
          tablet: 'main',
          nowrap: true,
          width: isWide ? '5.5rem' : '5rem',
          render: (row) => {
            const { account, accountStatus: status } = row
            if (account === null)
              return isTablet ? (
                <button
                  type="button"
                  aria-label={spokenCreate(row)}
                  className="-my-1 block min-h-control text-left"
                  onClick={() => onAsk(createOf(row))}
                >
                  <NoAccount />
                  <span className="block font-medium text-link">{CREATE}</span>
                </button>
              ) : (
                <NoAccount />
              )
            return (
              <span className="min-w-0">
                <span className="mr-2 break-words">{account}</span>
                {status !== ENABLED && <Badge tone={accountStatus.tone(status)}>{accountStatus.label(status)}</Badge>}
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
          width: '7.75rem',
          render: (row) => <Actions row={row} onAsk={onAsk} />,
        },
      ]}
    />
  )
}

const roadOf = ({ addressDetail, countyName }: UnitRow) => addressDetail?.split(countyName ?? '\n').pop()

const addressOf = (row: UnitRow) => [row.countyName, row.streetName, roadOf(row)].filter(Boolean).join('')

const AREA: Column<UnitRow> = {
  key: 'area',
  header: '区域地址',
  width: '9.5rem',
  render: (row) => (
    <span className="min-w-0">
      {orMissing(row.countyName)} {row.streetName}
      <span className="block text-ink-soft xl:text-xs">{roadOf(row)}</span>
    </span>
  ),
}

const CREATE = '创建账号'
const spokenCreate = ({ name }: UnitRow) => `${CREATE}，${name}`
const createOf = (company: UnitRow): UnitDialogAsked => ({ what: 'account', company, account: undefined })
const IMPORTANT = 1
const ENABLED = 0

const accountWords = ({ account, accountStatus: status }: UnitRow) =>
  status === ENABLED ? account : `${account}（${accountStatus.label(status)}）`

const placeOf = ({ placeType, dwxz }: UnitRow) => (placeType === dwxz ? null : placeType)

function kindWords(of: UnitRow): string {
  const place = placeOf(of)
  return [of.dwxz && place?.startsWith(of.dwxz) ? null : of.dwxz, place].filter(Boolean).join(' ')
}

function Kind({ of }: { of: UnitRow }) {
  return <span className="block whitespace-normal text-xs text-ink-soft">{orMissing(kindWords(of))}</span>
}

function Category({ of }: { of: number }) {
  return <span className={cx(of === IMPORTANT && 'font-semibold text-ink')}>{supervisionWord(of)}</span>
}

const NoAccount = () => (
  <Badge look="plain" tone="attention">
    无账号
  </Badge>
)

interface ActionsProps extends Pick<UnitTableProps, 'onAsk'> {
  readonly row: UnitRow
}

function Actions({ row, onAsk }: ActionsProps) {
  const own = row.accountId === null ? undefined : { id: row.accountId, account: row.account ?? '' }
  const action = (key: string, label: string, asked: UnitDialogAsked) => ({ key, label, onSelect: () => onAsk(asked) })
  const edit = action('edit', '编辑', { what: 'edit', id: row.id })
  return (
    <RowActions
      name={row.name}
      actions={[
        own
          ? edit
          : {
              ...action('account', CREATE, createOf(row)),
              spoken: spokenCreate(row),
            },
      ]}
      rare={[
        ...(own
          ? [
              action('account', '修改账号', { what: 'account', company: row, account: own }),
              action('reset', '重置密码', { what: 'reset', account: own }),
            ]
          : [edit]),
        { ...action('remove', '删除', { what: 'remove', company: row }), danger: true },
      ]}
    />
  )
}
