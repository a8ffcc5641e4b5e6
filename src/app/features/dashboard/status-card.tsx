import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Dict } from '#contract/dict/define-dict.ts'
import type { EquipmentCard, EquipmentScope } from '#app/data/dashboard.ts'
import { capped } from '#app/lib/format.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { Card } from '#app/ui/card.tsx'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { type Share, ShareBar } from '#app/ui/share-bar.tsx'
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

export interface StatusCardProps<T> {
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

export const abnormalOf = ([, ...states]: StateCounts) => states.reduce((sum, count) => sum + count, 0)

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
      className="md:!h-auto md:min-h-[362px] xl:!min-h-[290px]"
      freshness={<DataTime of={figures} />}
      actions={actions}
    >
      {tabs && <div className="state-tabs">{tabs}</div>}
      <QueryResult of={figures} waiting={<Waiting card={card} />}>
        {(answer) => {
          const counts = countsOf(answer)
          const states = counts.map((count, state) => ({
            state: state as StateFilter,
            count,
            name: words.label(state),
            tone: words.tone(state),
          }))
          const [normal, ...others] = states
          const parts = [...others, ...(normal ? [normal] : [])]
          return (
            <ul aria-label="异常构成" className="states">
              <State name="非正常" tone="attention" count={abnormalOf(counts)} onOpen={() => show(9)}>
                <ShareBar parts={parts} />
              </State>
              {parts.map(({ state, ...part }) => (
                <State key={state} {...part} onOpen={() => show(state)} />
              ))}
            </ul>
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

interface StateProps extends Required<Share> {
  readonly children?: ReactNode
  onOpen(): void
}

function State({ name, tone, count, onOpen, children }: StateProps) {
  return (
    <li>
      <button type="button" onClick={onOpen}>
        <ToneMark tone={tone} {...(count === 0 && { className: '!text-unknown' })} />
        {name}
        <span>{children}</span>
        <b className={count > 0 ? toneClass[tone].text : 'none'}>{capped(count, MOST)}</b>
        <ChevronRightIcon className="shrink-0 text-ink-soft" />
      </button>
    </li>
  )
}

function Waiting({ card }: Pick<StatusCardProps<never>, 'card'>) {
  return (
    <Loading className="states">
      {[0, 1, 2, 3, 4, ...(card === 'fireAlarm' ? [5] : [])].map((row) => (
        <Skeleton key={row} className="m-2" />
      ))}
    </Loading>
  )
}
