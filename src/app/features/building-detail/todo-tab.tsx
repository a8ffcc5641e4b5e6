import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRouter } from '@tanstack/react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { problemKind } from '#contract/dict/problem-kind.ts'
import { questionStatus } from '#contract/dict/question-status.ts'
import { todoStatus } from '#contract/dict/todo-status.ts'
import { may } from '#contract/access.ts'
import {
  type FacilityProblem,
  type FacilityProblemPage,
  type ListedProblem,
  type problem,
  PROBLEM_PAGE_SIZE,
} from '#contract/problem.ts'
import type { AlarmRow } from '#contract/alarm.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { problemQuery } from '#app/data/problem.ts'
import { formatTime, MISSING, shortTime } from '#app/lib/format.ts'
import { DESK, useMedia, WIDE } from '#app/lib/use-media.ts'
import { useNow } from '#app/lib/use-now.ts'
import { ChipStrip } from '#app/parts/chip-strip.tsx'
import { byFire, headedFire, repeatedFire } from '#app/parts/problem/fire-order.ts'
import { ProblemSheet } from '#app/parts/problem/problem-sheet.tsx'
import { ProblemAge } from '#app/parts/problem/problem-age.tsx'
import { knownOf, placeBeside, problemPlace, readingWords, shortDescription } from '#app/parts/problem/problem-words.ts'
import { FilterBar } from '#app/parts/filter-bar.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { useLastPage } from '#app/parts/use-last-page.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import { Badge } from '#app/ui/badge.tsx'
import { fireLook } from '#app/parts/alarm/alarm-age.rules.ts'
import { fireFacts } from '#app/parts/alarm/fire-facts.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { cx } from '#app/ui/cx.ts'
import { Dotted } from '#app/ui/dotted.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { Pager } from '#app/ui/pager.tsx'
import { rowsOfPage } from '#app/ui/pager-math.ts'
import { Segmented } from '#app/ui/segmented.tsx'
import type { Column } from '#app/ui/table.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { WideTable } from '#app/ui/wide-table.tsx'
import { type TodoFilter, TODO_PAGE, todoPage } from './todo-queries.ts'
import { latestNamed, type TodoRow, withLeads } from './todo-rows.ts'
import { needsNoAct, TodoActions } from './todo-actions.tsx'

const isUnresolved = ({ questionStatus: status }: FacilityProblem) => Number(status) === 0

const STATUS = [
  { value: '', label: '不限' },
  { value: 0, label: todoStatus.label(0) },
  { value: 1, label: todoStatus.label(1) },
] as const

const CLOSED = 2
function countedStates(counts: OutputOf<typeof problem.list>['counts'] | undefined, hidesNone: boolean) {
  const { fires = 0, faults = 0, offline = 0, solved = 0, closed = 0 } = counts ?? {}
  const states = [fires + faults + offline, solved, closed]
  const shown = hidesNone && closed === 0 ? ([0, 1, ''] as const) : ([0, 1, CLOSED, ''] as const)
  return shown.map((value) => ({
    value,
    label: value === '' ? '全部' : questionStatus.label(value),
    count: value === '' ? states.reduce((sum, one) => sum + one, 0) : states[value],
  }))
}

export function TodoTab({ buildingId }: { buildingId: string }) {
  const [asked, setAsked] = useState<TodoFilter>({
    currentPage: 1,
    questionStatus: 0,
    status: '',
  })
  const narrow = (to: Partial<TodoFilter>) => setAsked((now) => ({ ...now, currentPage: 1, ...to }))
  const [shown, setShown] = useState<FacilityProblem>()
  const isDesk = useMedia(DESK)
  const todos = useQuery({ ...todoPage(buildingId, asked), placeholderData: keepPreviousData })
  const toPage = (currentPage: number) => setAsked({ ...asked, currentPage })
  useLastPage(todos, { page: asked.currentPage, pageSize: TODO_PAGE, onPage: toPage })
  const actor = actorOf(useSession())
  const isCounted = may('unit', actor)
  const known = useQuery({
    ...problemQuery.list({
      buildingId,
      questionStatus: 0,
      currentPage: Math.ceil((asked.currentPage * TODO_PAGE) / PROBLEM_PAGE_SIZE),
    }),
    enabled: isCounted && asked.questionStatus === 0,
    placeholderData: keepPreviousData,
  })
  const open = useQuery({ ...alarmQuery.openOf(buildingId), enabled: may('duty', actor) })
  const alarms = open.data?.list ?? []
  const withDevice = (row: FacilityProblem) => ({
    ...row,
    deviceId: (known.data?.list.find(({ id }) => id === row.id) ?? latestNamed(row, alarms))?.deviceId,
  })
  const fireOf = (row: FacilityProblem, rows: readonly FacilityProblem[]) => {
    const unresolved = rows.filter(isUnresolved).map(withDevice)
    const fire = unresolved.find(({ id }) => id === row.id)
    if (!fire) return {}
    const headed = headedFire(fire, unresolved, alarms)
    const repeated = repeatedFire(fire, unresolved, alarms)
    const isNested = repeated !== undefined && (headed ?? rows[rows.indexOf(row) - 1]?.alarmId === fire.alarmId)
    return { headed, repeated, isNested: Boolean(isNested) }
  }
  const note =
    todos.data?.list.some((row) => !row.alarmId && needsNoAct(row, actor)) && '压力、液位、手动状态恢复后自动解决'
  const inOrder = ({ list, total }: FacilityProblemPage) => {
    const isWhole = total === list.length || list.some(({ kind }) => kind !== 'fire')
    return open.data && asked.questionStatus === 0 && asked.currentPage === 1 && isWhole
      ? byFire(list, open.data.list, (row) =>
          row.kind === 'fire' ? { ...withDevice(row), time: row.questionHappenTime } : undefined,
        )
      : list
  }
  const table = (rows: readonly FacilityProblem[] | undefined) => (
    <TodoTable
      rows={rows}
      known={known.data?.list}
      isMixed={asked.questionStatus === ''}
      isNarrowed={Boolean(asked.questionStatus) || asked.status !== ''}
      busy={todos.isPlaceholderData}
      alarms={alarms}
      fireOf={fireOf}
      onShow={setShown}
    />
  )
  return (
    <Card
      title="问题"
      isNamed
      flush
      freshness={<DataTime of={todos} />}
      footer={
        todos.data && (
          <>
            {note && <p className="w-full text-xs text-ink-soft">{note}</p>}
            <Pager page={asked.currentPage} pageSize={TODO_PAGE} total={todos.data.total} onChange={toPage} />
          </>
        )
      }
    >
      <FilterBar
        first={
          <ChipStrip key={known.data ? 'figures' : 'waiting'} label="问题状态" className="-ml-4">
            {countedStates(known.data?.counts, !isDesk && isCounted && asked.questionStatus !== CLOSED).map(
              ({ value, label, count }) => (
                <Chip
                  key={value}
                  label={label}
                  count={isCounted && asked.status === '' ? known.data && count : null}
                  isOn={asked.questionStatus === value}
                  onPress={() => narrow({ questionStatus: value, status: '' })}
                />
              ),
            )}
          </ChipStrip>
        }
        used={[asked.status === '' ? undefined : asked.status]}
      >
        <span className="flex items-center gap-2">
          <span aria-hidden="true" className="text-sm text-ink-soft">
            处理状态
          </span>
          <Segmented label="处理状态" options={STATUS} value={asked.status} onChange={(status) => narrow({ status })} />
        </span>
      </FilterBar>
      <QueryResult of={todos} waiting={table(undefined)}>
        {(page) => table(known.isLoading || open.isLoading ? undefined : rowsOfPage({ ...page, list: inOrder(page) }))}
      </QueryResult>
      <ProblemSheet title="问题详情" id={shown?.id} row={shown && knownOf(shown)} onClose={() => setShown(undefined)} />
    </Card>
  )
}

const STATE: Column<FacilityProblem> = {
  key: 'state',
  header: '问题状态',
  phone: 'line',
  nowrap: true,
  width: '7rem',
  tablet: 'main',
  render: (row) =>
    isHandled(row) ? (
      <Badge look="plain" tone="working">
        {HANDLED}
      </Badge>
    ) : (
      <span className="flex flex-wrap gap-x-2">
        <Badge look="plain" tone={questionStatus.tone(row.questionStatus)}>
          {questionStatus.label(row.questionStatus)}
        </Badge>
        <span className="text-ink-soft">{handledWords(row)}</span>
      </span>
    ),
}
const AGE: Column<FacilityProblem> = {
  key: 'age',
  header: '已持续',
  phone: 'desk',
  nowrap: true,
  tablet: 'main',
  width: '7rem',
  render: (row) => <Age of={row} />,
}

const HANDLED = '已处理，待恢复'
const isHandled = ({ status, questionStatus: state }: FacilityProblem) => status === 1 && Number(state) === 0
const handledWords = (row: FacilityProblem) => (isHandled(row) ? HANDLED : row.status === 1 && todoStatus.label(1))

const READING = /（([^（）]*\d[^（）]*)）$/
const titleOf = (row: FacilityProblem) =>
  shortDescription(isHandled(row) ? row.itemDesc : row.itemDesc.replace(/超过 ?24 ?小时未(处理|确认)/, '未$1'))

const isElectric = (row: FacilityProblem) => isUnresolved(row) && titleOf(row).includes('：电气火灾报警')

const nameOf = (row: FacilityProblem) =>
  titleOf(row)
    .replace(READING, '')
    .replace(/：(火警|电气火灾报警)\S*$/, '')

function Age({ of: { questionHappenTime, kind = 'fault', status } }: { of: FacilityProblem }) {
  return <ProblemAge of={{ happenTime: questionHappenTime, kind, status }} />
}

const placeOf = ({ floor = null, zone = null, descript = null }: FacilityProblem) => ({ floor, zone, descript })

interface TodoTableProps {
  readonly rows: readonly FacilityProblem[] | undefined
  readonly known: readonly ListedProblem[] | undefined
  readonly isMixed: boolean
  readonly isNarrowed: boolean
  readonly busy: boolean
  readonly alarms: readonly AlarmRow[]
  fireOf(
    row: FacilityProblem,
    rows: readonly FacilityProblem[],
  ): { readonly headed?: AlarmRow | undefined; readonly repeated?: string | undefined; readonly isNested?: boolean }
  onShow(todo: FacilityProblem): void
}

function TodoTable({ rows, known, isMixed, isNarrowed, busy, alarms, fireOf, onShow }: TodoTableProps) {
  const now = useNow()
  const isDesk = useMedia(DESK)
  const isWide = useMedia(WIDE)
  const { navigate } = useRouter()
  const ofRow = ({ id, first = id }: TodoRow) => known?.find((one) => one.id === first)
  const againOf = ({ lead }: TodoRow) => lead && fireFacts(lead, now).again
  const readingOf = (row: FacilityProblem) => readingWords(READING.exec(titleOf(row))?.[1], ofRow(row)?.value)
  const placeWords = (row: FacilityProblem) =>
    (!isWide && placeBeside(nameOf(row))(placeOf(row))) || (isDesk && problemPlace(placeOf(row)))
  const isNested = (row: FacilityProblem) => fireOf(row, rows ?? []).isNested ?? false
  const nextOf = (row: TodoRow) => (isHandled(row) ? '等待恢复' : row.status === 0 && ofRow(row)?.next)
  return (
    <div className="max-md:[&_.row-grid]:py-2.5 max-md:[&_.row-grid]:pr-3 max-md:[&_.row-title]:mb-0 max-md:[&_.row-action]:row-start-1 max-md:[&_.row-action]:self-center max-md:[&_.row-title]:col-span-2">
      <WideTable
        caption="问题"
        rows={rows && withLeads(rows, (row) => fireOf(row, rows).headed)}
        rowKey={(row) => row.id}
        isHead={({ lead }) => lead !== undefined}
        expected={TODO_PAGE}
        busy={busy}
        minWidth="52rem"
        isUrgent={(row) =>
          Boolean(row.alarmId) &&
          isUnresolved(row) &&
          !isHandled(row) &&
          fireLook(
            alarms.find(({ id }) => id === row.alarmId),
            now,
          )
        }
        onRow={(row) => (row.lead ? void navigate({ to: '/alarms', search: { id: row.lead.id } }) : onShow(row))}
        empty={
          isNarrowed ? (
            <Empty title="没有符合条件的问题" hint="请更换问题状态或处理状态" />
          ) : (
            <Empty title="没有问题" hint="消防设施出现问题时会列在这里" />
          )
        }
        columns={[
          {
            key: 'what',
            header: '问题描述',
            phone: 'title',
            width: known ? '25.5rem' : '28rem',
            render: (row) => (
              <span
                title={row.itemDesc}
                className={cx(
                  'flex items-baseline gap-2',
                  (row.kind !== 'fire' || isHandled(row)) && 'font-normal',
                  isHandled(row) && 'text-ink-soft',
                  isNested(row) && 'pl-8 xl:pl-5',
                )}
              >
                {row.kind && (
                  <ToneMark
                    tone={isHandled(row) ? 'working' : problemKind.tone(row.kind)}
                    className="h-5 w-5 max-xl:mt-0.5 max-xl:self-start xl:h-3.5 xl:w-3.5 xl:self-center"
                  />
                )}
                <span className="min-w-0 flex-1 [word-break:keep-all]">
                  {nameOf(row)}
                  {!isNested(row) && (
                    <>
                      {isElectric(row) ? (
                        '：报警'
                      ) : (
                        <span
                          className={
                            row.kind === 'fire' && isUnresolved(row) && !isHandled(row) ? 'max-xl:hidden' : undefined
                          }
                        >
                          {titleOf(row).replace(READING, '').slice(nameOf(row).length)}
                        </span>
                      )}
                    </>
                  )}
                  {readingOf(row) && <span className="ml-2 hidden xl:inline">{readingOf(row)}</span>}
                  {isWide && row.lead && <span className="ml-2 text-sm font-normal">{againOf(row)}</span>}
                  {!isMixed && (
                    <span className="ml-2 whitespace-nowrap text-sm max-md:hidden">{handledWords(row)}</span>
                  )}
                </span>
              </span>
            ),
          },
          {
            key: 'place',
            header: '位置',
            phone: 'line',
            tablet: 'under',
            below: 'what',
            width: known ? '11.5rem' : '16rem',
            render: (row) => {
              const reading = readingOf(row)
              return (
                <span className={isNested(row) ? 'max-xl:pl-[3.75rem]' : 'max-xl:pl-7'}>
                  <Dotted
                    of={[
                      !isDesk && !isMixed && <Age key="age" of={row} />,
                      placeWords(row) || (isWide && MISSING),
                      !isWide && reading,
                      !isWide && againOf(row),
                      !isDesk && (isMixed ? shortTime(row.questionHappenTime, now).split(' ')[0] : handledWords(row)),
                      !isDesk && !row.alarmId && row.status === 0 && nextOf(row),
                    ]}
                  />
                </span>
              )
            },
          },
          ...(known && !isMixed
            ? [
                {
                  key: 'next',
                  header: '下一步',
                  phone: 'desk',
                  tablet: 'main',
                  width: '15rem',
                  render: (row) => !isNested(row) && (nextOf(row) || MISSING),
                } satisfies Column<TodoRow>,
              ]
            : []),
          ...(isMixed ? [STATE] : [AGE]),
          {
            key: 'time',
            header: '发生时间',
            phone: 'desk',
            tablet: 'under',
            below: 'age',
            nowrap: true,
            width: '8rem',
            render: (row) => (
              <span title={formatTime(row.questionHappenTime)}>{shortTime(row.questionHappenTime, now)}</span>
            ),
          },
          {
            key: 'show',
            header: '操作',
            phone: 'action',
            width: isWide ? '8.75rem' : '6.75rem',
            render: (row) => (
              <TodoActions
                of={row}
                lead={row.lead}
                sameFire={fireOf(row, rows ?? []).repeated}
                isNested={isNested(row)}
                onShow={() => onShow(row)}
              />
            ),
          },
        ]}
      />
    </div>
  )
}
