import type { ReactNode } from 'react'
import type { AuditRow } from '#contract/audit-log.ts'
import { actionsOf, auditAction, isDisclosure } from '#contract/dict/audit-action.ts'
import { formatDay, formatTime, MISSING, orMissing } from '#app/lib/format.ts'
import { dayWords } from '#app/lib/day-words.ts'
import { useMedia, WIDE } from '#app/lib/use-media.ts'
import { useNow } from '#app/lib/use-now.ts'
import { Button } from '#app/ui/button.tsx'
import type { Column } from '#app/ui/table.tsx'
import { WideTable } from '#app/ui/wide-table.tsx'

interface AuditTableProps {
  readonly rows: readonly AuditRow[] | undefined
  readonly expected: number
  readonly busy?: boolean
  readonly empty?: ReactNode
  onObject(object: string): void
  onAccount(account: string): void
  onOpen(row: AuditRow): void
}

const quiet = { kind: 'quiet', size: 'small' } as const

export function AuditTable({ rows, expected, busy = false, empty, onObject, onAccount, onOpen }: AuditTableProps) {
  const now = useNow()
  const isWide = useMedia(WIDE)
  const none = isWide ? null : MISSING
  const changes: Column<AuditRow> = {
    key: 'changes',
    header: '内容',
    width: '12rem',
    tablet: 'under',
    render: (row) => {
      if (isCounted(row)) return none
      return <Changes row={row} onOpen={onOpen} />
    },
  }
  const address: Column<AuditRow> = {
    key: 'address',
    header: 'IP 地址',
    tablet: 'main',
    nowrap: true,
    width: isWide ? '8rem' : '7rem',
    render: (row) => orMissing(row.address),
  }
  return (
    <WideTable
      caption="操作审计"
      rows={rows}
      rowKey={({ id }) => id}
      expected={expected}
      waitsForHead
      busy={busy}
      empty={empty}
      minWidth="62rem"
      headOf={({ time }, at) => {
        const day = formatDay(time)
        return day === formatDay(rows?.[at - 1]?.time) ? undefined : dayHead(day, now)
      }}
      facts={(row) => [
        ...row.objects.map(({ kind, name }) => `${kind} ${name}`),
        accountOf(row),
        row.changes.length > 0 && !isCounted(row) && `改动 ${row.changes.length} 项`,
      ]}
      columns={[
        {
          key: 'time',
          header: '时间',
          tablet: 'main',
          nowrap: true,
          phone: 'state',
          width: isWide ? '6.5rem' : '4.5rem',
          render: ({ time }) => (
            <span title={formatTime(time)} className="max-md:font-figure max-md:text-ink-soft">
              {clockOf(time)}
            </span>
          ),
        },
        {
          key: 'action',
          header: '操作',
          phone: 'title',
          nowrap: true,
          width: '15rem',
          render: (row) => (
            <span className={isRoutine(row.action) ? 'font-normal text-ink-soft' : ''}>
              {auditAction.label(row.action)}
              {isMany(row) && <span className="whitespace-nowrap font-normal text-ink-soft">（{countOf(row)}）</span>}
              {isDisclosure(row.action) && (
                <span
                  title={DISCLOSED}
                  className="ml-2 whitespace-nowrap rounded-sm bg-attention-soft px-1.5 text-xs font-medium text-attention-ink"
                >
                  敏感<span className="sr-only">：{DISCLOSED}</span>
                </span>
              )}
            </span>
          ),
        },
        {
          key: 'who',
          header: '账号',
          tablet: 'main',
          width: isWide ? '11rem' : '9.5rem',
          render: (row) => (
            <span>
              {row.account ? (
                <Button
                  {...quiet}
                  className="-mx-[11px] !font-normal md:-my-3"
                  title="只看此账号"
                  onClick={() => onAccount(row.account ?? '')}
                >
                  {row.account}
                </Button>
              ) : (
                MISSING
              )}
              <span className="ml-2 text-ink-soft">{actorWords(row)}</span>
            </span>
          ),
        },
        {
          key: 'objects',
          header: '对象',
          width: '18rem',
          tablet: 'under',
          render: (row) =>
            row.objects.length === 0 ? (
              none
            ) : (
              <span className="-ml-[11px] flex min-w-0 flex-wrap md:-my-3">
                {row.objects.map(({ kind, object, name }) => (
                  <Button
                    key={object}
                    {...quiet}
                    className="max-w-full !font-normal"
                    title="只看此对象"
                    onClick={() => onObject(object)}
                  >
                    <span className="min-w-0 whitespace-normal text-left">
                      <span className="text-ink-soft">{kind}</span> {name}
                    </span>
                  </Button>
                ))}
              </span>
            ),
        },
        address,
        changes,
      ]}
    />
  )
}

const isRoutine = (action: string) => action !== 'auth.signInFailed' && actionsOf.signIn.includes(action)

const clockOf = (time: string) => formatTime(time).slice(11)

function dayHead(day: string, now: Date) {
  const words = dayWords(day, now)
  return words.endsWith('天') ? `${words} ${day}` : words
}

const DISCLOSED = '带出数据或显示密钥'
const COUNT = '条数'
const isCounted = ({ changes }: AuditRow) => changes.every(({ field }) => field === COUNT)
const countOf = (row: AuditRow) => row.changes[0] && isCounted(row) && `${row.changes[0].after ?? 0} 条`
const isMany = (row: AuditRow) => countOf(row) && row.changes[0]?.after !== '1'

/** Operator: the server's command line. */
export const actorWords = ({ name, operator }: Pick<AuditRow, 'name' | 'operator'>) =>
  [name, operator && `后台 ${operator}`].filter(Boolean).join(' · ')

const accountOf = (row: AuditRow) => [row.account, actorWords(row)].filter(Boolean).join(' ')

function Changes({ row, onOpen }: { row: AuditRow; onOpen(row: AuditRow): void }) {
  const [first] = row.changes
  return (
    <Button
      {...quiet}
      className="-ml-[11px] min-w-0 max-w-full md:-my-3"
      title="查看变更前后"
      onClick={() => onOpen(row)}
    >
      <span className="min-w-0 max-w-[14rem] truncate">
        {first?.field} {first?.before !== null && `${first?.before} → `}
        {first?.after ?? '--'}
      </span>
      {row.changes.length > 1 && <span className="shrink-0 text-ink-soft">等 {row.changes.length} 项</span>}
    </Button>
  )
}
