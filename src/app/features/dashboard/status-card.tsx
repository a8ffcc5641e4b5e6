import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Dict } from '#contract/dict/define-dict.ts'
import type { EquipmentCard, EquipmentScope } from '#app/data/dashboard.ts'
import { capped } from '#app/lib/format.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { onDemand } from '#app/ui/on-demand.tsx'
import type { StateFilter } from './equipment-dialog.tsx'

const EquipmentDialog = onDemand(() => import('./equipment-dialog.tsx').then((loaded) => loaded.EquipmentDialog))

/** Source: document 2, section 9. */
const MOST = 9999

/** `[normal, state 1, state 2, …]`, in the order of the card's dictionary. */
export type StateCounts = readonly [number, ...number[]]

interface StatusCardProps<T> {
  readonly title: string
  readonly card: EquipmentCard
  /** Current tab's type; cards without tabs pass 1. */
  readonly type: number
  readonly tabs?: ReactNode
  readonly words: Dict
  readonly figures: UseQueryResult<T>
  countsOf(answer: T): StateCounts
  readonly scope: EquipmentScope
  readonly actions?: ReactNode
}

export function StatusCard<T>(props: StatusCardProps<T>) {
  const { title, card, type, tabs, words, figures, countsOf, scope, actions } = props
  const [filter, setFilter] = useState<StateFilter>('')
  const [open, setOpen] = useState(false)
  const show = (state: StateFilter) => {
    setFilter(state)
    setOpen(true)
  }
  return (
    <Card
      title={title}
      height={362}
      // On tablets as high as the adjacent card.
      className="md:!h-auto md:min-h-[362px] xl:!h-[362px]"
      freshness={<DataTime of={figures} />}
      actions={actions}
    >
      {tabs && <div className="mb-3">{tabs}</div>}
      <QueryResult of={figures} waiting={<Waiting card={card} />}>
        {(answer) => {
          const [normal, ...states] = countsOf(answer)
          const abnormal = states.reduce((sum, count) => sum + count, 0)
          const all = Math.max(1, normal + abnormal)
          return (
            <>
              <div className="grid grid-cols-2 gap-3">
                <Total
                  label="异常"
                  tone={abnormal > 0 ? 'attention' : 'idle'}
                  count={abnormal}
                  onOpen={() => show(9)}
                />
                <Total label="正常" tone="ok" count={normal} onOpen={() => show(0)} />
              </div>
              <ul aria-label="异常构成" className="mt-4 space-y-3">
                {states.map((count, at) => {
                  const state = (at + 1) as 1 | 2 | 3 | 4
                  return (
                    <li key={state}>
                      <button
                        type="button"
                        onClick={() => show(state)}
                        className="flex min-h-control w-full items-center gap-2 rounded px-1 text-left text-sm hover:bg-sunk"
                      >
                        <span className="flex w-24 shrink-0 items-center gap-1.5">
                          <ToneMark tone={words.tone(state)} {...(count === 0 && { className: '!text-unknown' })} />
                          {words.label(state)}
                        </span>
                        <span aria-hidden="true" className="h-2.5 min-w-0 flex-1 overflow-hidden rounded-full bg-line">
                          <i
                            className={cx('block h-full rounded-full bg-current', toneClass[words.tone(state)].solid)}
                            style={{ width: `${(count * 100) / all}%` }}
                          />
                        </span>
                        <span
                          className={cx(
                            'w-14 shrink-0 text-right font-figure text-base',
                            count > 0 ? cx('font-semibold', toneClass[words.tone(state)].text) : 'text-ink-soft',
                          )}
                        >
                          {capped(count, MOST)}
                        </span>
                        <ChevronRightIcon className="shrink-0 text-ink-soft" />
                      </button>
                    </li>
                  )
                })}
              </ul>
            </>
          )
        }}
      </QueryResult>
      <EquipmentDialog
        card={card}
        type={type}
        title={title}
        words={words}
        scope={scope}
        filter={filter}
        onFilter={setFilter}
        open={open}
        onClose={() => setOpen(false)}
      />
    </Card>
  )
}

function Total(props: { label: string; tone: 'ok' | 'attention' | 'idle'; count: number; onOpen(): void }) {
  return (
    <button
      type="button"
      onClick={props.onOpen}
      className="flex min-h-control items-center justify-between gap-2 rounded border border-line px-3 py-2 text-left hover:bg-sunk"
    >
      <span className="flex items-center gap-1.5 text-sm text-ink-soft">
        <ToneMark tone={props.tone} />
        {props.label}
      </span>
      <span
        className={cx(
          'font-figure text-2xl',
          props.tone === 'attention' ? 'font-semibold text-attention-ink' : 'text-ink-soft',
        )}
      >
        {capped(props.count, MOST)}
      </span>
    </button>
  )
}

function Waiting({ card }: Pick<StatusCardProps<never>, 'card'>) {
  return (
    <Loading>
      <div className="grid grid-cols-2 gap-3">
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
      {/* Four states or three. */}
      <Skeleton className={cx('mt-4', card === 'fireAlarm' ? 'h-[13.25rem]' : 'h-[9.75rem]')} />
    </Loading>
  )
}
