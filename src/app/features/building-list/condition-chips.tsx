import type { OutputOf } from '#contract/endpoint.ts'
import { type building, CONDITIONS } from '#contract/building.ts'
import { accessStatus } from '#contract/dict/access-status.ts'
import { CONDITION, ConditionMark } from '#app/parts/condition-mark.tsx'
import { ChipStrip } from '#app/parts/chip-strip.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import type { ListSearch } from './list-search.ts'

type Counts = OutputOf<typeof building.headStatistics>

const ACCESS = [
  [1, 'hasAccess'],
  [2, 'accessing'],
  [0, 'notAccess'],
  [3, 'accessFailed'],
] as const
const FAILED = ACCESS[3]

const WORDS = {
  alarm: '有火警',
  low: CONDITION.low.label,
  fault: '有异常',
  offline: '有离线',
  contactless: CONDITION.contactless.label,
} as const

interface ConditionChipsProps {
  readonly counts: Counts | undefined
  readonly search: ListSearch
  onChange(some: Partial<ListSearch>): void
}

/** One at a time: each figure is its list's. */
export function ConditionChips({ counts, search, onChange }: ConditionChipsProps) {
  const { condition, isAccess } = search
  const all = counts && ACCESS.reduce((sum, [, name]) => sum + counts[name], 0)
  const isFailing = (counts?.accessFailed ?? 0) > 0
  const accessChip = ([code, name]: (typeof ACCESS)[number]) => (
    <Chip
      key={name}
      mark={<ToneMark tone={accessStatus.tone(code)} />}
      label={accessStatus.label(code)}
      count={counts?.[name]}
      isOn={condition === undefined && isAccess === String(code)}
      onPress={() => onChange({ isAccess: isAccess === String(code) ? undefined : String(code), condition: undefined })}
    />
  )
  return (
    // Wider chips would be layout shifts.
    <ChipStrip key={counts ? 'figures' : 'waiting'} label="建筑状态" className="pt-1">
      <Chip
        label="全部"
        count={all}
        isOn={condition === undefined && isAccess === undefined}
        onPress={() => onChange({ condition: undefined, isAccess: undefined })}
      />
      {CONDITIONS.filter(
        (one) => one !== 'contactless' || one === condition || (counts?.conditions?.contactless ?? 0) > 0,
      ).flatMap((one) => [
        <Chip
          key={one}
          mark={<ConditionMark of={one} />}
          label={WORDS[one]}
          count={counts?.conditions?.[one]}
          isOn={condition === one}
          onPress={() => onChange({ condition: condition === one ? undefined : one, isAccess: undefined })}
        />,
        ...(one === 'low' && isFailing ? [accessChip(FAILED)] : []),
      ])}
      {ACCESS.filter((one) => one !== FAILED || !isFailing).map(accessChip)}
    </ChipStrip>
  )
}
