import { problemKind } from '#contract/dict/problem-kind.ts'
import { questionStatus } from '#contract/dict/question-status.ts'
import { PROBLEM_KINDS } from '#contract/problem.rules.ts'
import type { problem } from '#contract/problem.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { showChosenAt } from '#app/parts/chip-strip.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { hasSolveTime, isUnresolved, type StatisticsTabProps } from './statistics-search.ts'

type Counts = OutputOf<typeof problem.list>['counts']

const COUNT_OF = { fire: 'fires', fault: 'faults', offline: 'offline' } as const

interface ProblemChipsProps extends StatisticsTabProps {
  readonly counts: Counts | undefined
}

const RESOLVED = ['1', '2'] as const

const showChosen = showChosenAt(24)

export function ProblemChips({ counts, search, onChange }: ProblemChipsProps) {
  const open = counts && counts.fires + counts.faults + counts.offline
  const isOpen = isUnresolved(search)
  const show = (status: typeof search.status, kind?: typeof search.kind) =>
    onChange({ status, kind, ...(!hasSolveTime({ status }) && { from: undefined, to: undefined }) })
  return (
    // Remounts when the figures arrive: wider chips would count as layout shifts.
    <fieldset
      ref={showChosen}
      key={counts ? 'figures' : 'waiting'}
      aria-label="问题状态"
      className="flex min-w-0 gap-1.5 overflow-x-auto md:gap-2 [scrollbar-width:none] max-lg:pl-4 max-md:pr-6 max-md:[-webkit-mask-image:linear-gradient(to_right,#000_calc(100%-24px),transparent)] lg:flex-[1_0_37.5rem] lg:flex-wrap lg:gap-y-0 [&::-webkit-scrollbar]:hidden"
    >
      <Chip
        label={questionStatus.label(0)}
        count={open}
        isOn={isOpen && search.kind === undefined}
        onPress={() => show(undefined)}
      />
      {PROBLEM_KINDS.map((kind) => (
        <Chip
          key={kind}
          mark={<ToneMark tone={problemKind.tone(kind)} />}
          label={problemKind.label(kind)}
          count={counts?.[COUNT_OF[kind]]}
          isOn={isOpen && search.kind === kind}
          onPress={() => show(undefined, isOpen && search.kind === kind ? undefined : kind)}
        />
      ))}
      {RESOLVED.filter((status) => status === '1' || status === search.status || counts?.closed).map((status) => (
        <Chip
          key={status}
          mark={<ToneMark tone={questionStatus.tone(status)} />}
          label={questionStatus.label(status)}
          count={counts && (status === '1' ? counts.solved : counts.closed)}
          isOn={search.status === status}
          onPress={() => show(status)}
        />
      ))}
      <Chip
        label="总问题"
        count={counts && open !== undefined ? open + counts.solved + counts.closed : undefined}
        isOn={search.status === 'all'}
        onPress={() => show('all')}
      />
    </fieldset>
  )
}
