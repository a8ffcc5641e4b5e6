import type { Tone } from '#contract/dict/define-dict.ts'
import { totalStatus } from '#contract/dict/connection-states.ts'
import type { Item, ItemGroup } from '#contract/record.ts'
import { cut } from '#app/lib/format.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { cx } from '#app/ui/cx.ts'
import { Select } from '#app/ui/select.tsx'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { burningOf, hasOpen, recordsOf } from './connected.ts'

/** Source: document 2. */
const GROUP_NAME = 10
const ITEM_NAME = 14

interface ItemMenuProps {
  readonly groups: readonly ItemGroup[]
  readonly current: string
  onChoose(apiId: string): void
}

const BEFORE_OTHERS = { paddingRight: '9rem' }

const focus = (select: HTMLSelectElement | null) => select?.focus()

export function ItemSelect({ groups, current, isFocused, onChoose }: ItemMenuProps & { readonly isFocused: boolean }) {
  const isPhone = !useMedia(DESK)
  const others = groups
    .flatMap(({ apiTypeVOS }) => apiTypeVOS)
    .filter((item) => item.apiId !== current && hasOpen(item))
  const burning = others.filter((item) => burningOf(item) > 0).length
  const rest = others.length - burning
  return (
    <div className="relative">
      <Select
        aria-label="消防系统和监测项"
        ref={isFocused ? focus : undefined}
        value={current}
        options={[]}
        style={isPhone && others.length > 0 ? BEFORE_OTHERS : undefined}
        onChange={(event) => onChoose(event.target.value)}
      >
        {groups.map((group) => (
          <optgroup key={group.systemId} label={wordsOf(group.systemName, problemsOf(group))}>
            {group.apiTypeVOS.map((item) => (
              <option key={item.apiId} value={item.apiId}>
                {wordsOf(item.apiName, countsOf(item), isPhone ? ' ' : ' · ')}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      <span className="pointer-events-none absolute inset-y-0 right-9 flex items-center gap-1 text-xs text-attention-ink md:right-10 md:text-sm">
        {burning > 0 && (
          <span className="flex items-center gap-1 font-semibold text-danger-ink">
            <ToneMark tone="fire" />另 {burning} 类报警
          </span>
        )}
        {rest > 0 && (
          <span className={cx('flex items-center gap-1', burning > 0 && 'ml-2 max-md:hidden')}>
            <ToneMark tone="attention" />另 {rest} 类有问题
          </span>
        )}
      </span>
    </div>
  )
}

export function ItemMenu({ groups, current, onChoose }: ItemMenuProps) {
  return (
    <nav
      aria-label="消防系统"
      className="sticky top-14 max-h-[calc(100vh-5rem)] self-start overflow-auto rounded-md border border-line bg-panel pb-2"
    >
      {groups.map((group) => (
        <section key={group.systemId} aria-label={group.systemName}>
          <div className="flex items-baseline justify-between px-3 pb-1 pt-3 text-xs font-medium text-ink-soft">
            <h2 title={group.systemName} className="text-xs font-medium">
              {cut(group.systemName, GROUP_NAME)}
            </h2>
            <Counts of={problemsOf(group)} />
          </div>
          <ul>
            {group.apiTypeVOS.map((item) => (
              <li key={item.apiId}>
                <button
                  type="button"
                  title={item.apiName}
                  aria-current={item.apiId === current ? 'true' : undefined}
                  onClick={() => onChoose(item.apiId)}
                  className={cx(
                    'flex min-h-control w-full flex-wrap items-center justify-between gap-x-2 gap-y-0.5 px-3 py-1 text-left text-sm -outline-offset-2',
                    item.apiId === current
                      ? 'bg-link/10 font-medium text-link shadow-[inset_2px_0_0_rgb(var(--link))]'
                      : 'text-ink hover:bg-sunk',
                  )}
                >
                  <span>{cut(item.apiName, ITEM_NAME)}</span>
                  <Counts of={countsOf(item)} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

const PROBLEMS = { word: '问题', tone: totalStatus.tone(2), unit: '' } as const

interface Count {
  readonly word: string
  readonly tone: Tone
  readonly count: number
  readonly unit: string
}

function countsOf(item: Item): Count[] {
  const { openRecordNum, exceptionNum } = item
  const records = recordsOf(item)
  if (records) return openRecordNum ? [{ ...records, count: openRecordNum, unit: ' 条' }] : []
  return exceptionNum > 0 ? [{ ...PROBLEMS, count: exceptionNum }] : []
}

function problemsOf({ apiTypeVOS }: ItemGroup): Count[] {
  const count = apiTypeVOS.reduce((sum, { exceptionNum }) => sum + exceptionNum, 0)
  return count > 0 ? [{ ...PROBLEMS, count }] : []
}

function Counts({ of }: { of: readonly Count[] }) {
  if (of.length === 0) return null
  return (
    <span className="flex shrink-0 gap-1">
      {of.map(({ word, tone, count, unit }) => (
        <span key={word} className={cx('whitespace-nowrap rounded-sm px-1 text-xs font-medium', toneClass[tone].soft)}>
          {word} <span className="font-figure">{count}</span>
          {unit && <span className="sr-only">{unit}</span>}
        </span>
      ))}
    </span>
  )
}

const wordsOf = (name: string, counts: readonly Count[], gap = ' · ') =>
  [name, ...counts.map(({ word, count }) => `${word} ${count}`)].join(gap)
