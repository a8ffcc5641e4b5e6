import type { ReactNode } from 'react'
import type { AuditRow } from '#contract/audit-log.ts'
import { auditAction, isDisclosure } from '#contract/dict/audit-action.ts'
import { formatDay, formatTime, MISSING, orMissing } from '#app/lib/format.ts'
import { dayWords } from '#app/lib/day-words.ts'
import { DESK, useMedia, WIDE } from '#app/lib/use-media.ts'
import { useNow } from '#app/lib/use-now.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { ChevronDownIcon } from '#app/ui/icon.tsx'
import type { Column } from '#app/ui/table.tsx'
import { WideTable } from '#app/ui/wide-table.tsx'
import { runAccounts, type AuditLine, isRoutine } from './fold-sign-ins.ts'

interface AuditTableProps {
  readonly rows: readonly AuditLine[] | undefined
  readonly opened: ReadonlySet<string>
  readonly expected: number
  readonly busy?: boolean
  readonly empty?: ReactNode
  onObject(object: string): void
  onAccount(account: string): void
  onOpen(row: AuditRow): void
  onRun(id: string): void
}

const quiet = { kind: 'quiet', size: 'small' } as const

export function AuditTable({ rows, opened, expected, busy = false, empty, ...on }: AuditTableProps) {
  const { onObject, onAccount, onOpen, onRun } = on
  const now = useNow()
  const isWide = useMedia(WIDE)
  const isDesk = useMedia(DESK)
  const none = isWide ? null : MISSING
  const toggle = (row: AuditLine, children: ReactNode) => (
    <button
      type="button"
      aria-expanded={opened.has(row.id)}
      aria-label={`${runWords(row)}，${opened.has(row.id) ? '收起' : '展开'}`}
      className="-my-3 inline-flex min-h-control items-center gap-1 text-left md:-my-2.5"
      onClick={() => onRun(row.id)}
    >
      {children}
      <ChevronDownIcon
        className={cx('row-chevron text-ink-soft max-md:text-base', opened.has(row.id) && '-scale-y-100')}
      />
    </button>
  )
  const objects: Column<AuditLine> = {
    key: 'objects',
    header: '对象与内容',
    width: '20rem',
    tablet: 'under',
    render: (row) =>
      row.run || (row.objects.length === 0 && isCounted(row)) ? (
        none
      ) : (
        <span className="-ml-[11px] flex min-w-0 flex-wrap items-center gap-x-3 md:-my-3">
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
          {!isCounted(row) && <Changes row={row} onOpen={onOpen} />}
        </span>
      ),
  }
  const address: Column<AuditLine> = {
    key: 'address',
    header: 'IP 地址',
    tablet: 'main',
    nowrap: true,
    ...(isWide && { align: 'end' }),
    width: isWide ? '9rem' : '7rem',
    render: ({ address: own, run = [] }) => {
      const many = new Set(run.map((one) => one.address)).size
      if (run.length > 0 && !isDesk) return MISSING
      return many > 1 ? `${many} 个地址` : orMissing(own)
    },
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
        row.run && runAccounts(row.run),
        ...(row.run ? [] : row.objects).map(({ kind, name }) => `${kind} ${name}`),
        !row.run && accountOf(row),
        row.changes.length > 0 && !isCounted(row) && `改动 ${row.changes.length} 项`,
      ]}
      columns={[
        {
          key: 'time',
          header: '时间',
          tablet: 'main',
          nowrap: true,
          phone: 'state',
          width: isWide ? '10rem' : '4.5rem',
          render: (row) => {
            const { time, run } = row
            const clock = (
              <span title={formatTime(time)} className="max-md:font-figure max-md:text-ink-soft">
                {clockOf((!isDesk && run?.[0]?.time) || time)}
                {isDesk && run?.[0] && clockOf(run[0].time) !== clockOf(time) && (
                  <span className="md:max-xl:block">–{clockOf(run[0].time)}</span>
                )}
              </span>
            )
            return run && !isDesk ? toggle(row, clock) : clock
          },
        },
        {
          key: 'action',
          header: '操作',
          phone: 'title',
          nowrap: true,
          width: '15rem',
          render: (row) => {
            if (row.run) return isDesk ? toggle(row, <RunName of={row.run} />) : <RunName of={row.run} />
            return <ActionName of={row} />
          },
        },
        {
          key: 'who',
          header: '账号',
          tablet: 'main',
          width: isWide ? '14rem' : '9.5rem',
          render: (row) =>
            row.run ? (
              isDesk ? (
                <span className="text-ink-soft">{runAccounts(row.run)}</span>
              ) : (
                MISSING
              )
            ) : (
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
        objects,
        address,
      ]}
    />
  )
}

const clockOf = (time: string) => formatTime(time).slice(11)

const runLabel = (run: readonly AuditRow[]) =>
  [...new Set(run.map(({ action }) => auditAction.label(action)))].join('、')
const runWords = ({ run = [] }: AuditLine) => `${runLabel(run)}（${run.length} 次）`

function RunName({ of }: { of: readonly AuditRow[] }) {
  return (
    <span className="font-normal text-ink-soft">
      {runLabel(of)}
      <span className="whitespace-nowrap">（{of.length} 次）</span>
    </span>
  )
}

function ActionName({ of: row }: { of: AuditRow }) {
  return (
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
  )
}

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
