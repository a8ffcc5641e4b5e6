import { Link } from '@tanstack/react-router'
import { problemKind } from '#contract/dict/problem-kind.ts'
import type { ListedProblem } from '#contract/problem.ts'
import { waitingHandling } from '#app/data/problem.ts'
import { formatTime } from '#app/lib/format.ts'
import { useMedia } from '#app/lib/use-media.ts'
import type { UnsentWrite } from '#app/offline/outbox/unsent-write.ts'
import { FireMark } from '#app/parts/alarm/fire-mark.tsx'
import { ProblemAge } from '#app/parts/problem/problem-age.tsx'
import { placeBeside, problemPlace, problemState, shortDescription } from '#app/parts/problem/problem-words.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { cx } from '#app/ui/cx.ts'
import { toneClass } from '#app/ui/tone-class.ts'
import { Dotted } from '#app/ui/dotted.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { choiceOf } from './row-choice.ts'
import type { StatisticsSearch } from './statistics-search.ts'

const BESIDE = '(min-width: 768px) and (max-width: 1023px), (min-width: 1280px)'

interface ProblemRowProps {
  readonly of: ListedProblem
  readonly writes: readonly UnsentWrite[]
  readonly search: StatisticsSearch
  readonly withBuilding: boolean
  readonly sameFire: string | undefined
  readonly isHeaded: boolean
  readonly isKindSaid: boolean
  readonly isLoud: boolean
  readonly isChosen: boolean
  readonly isStep: boolean
  readonly hidesNext?: boolean
  readonly tick?: { readonly isTicked: boolean; onTick(isTicked: boolean): void } | undefined
}

export function ProblemRow(props: ProblemRowProps) {
  const {
    of,
    writes,
    search,
    withBuilding,
    sameFire,
    isHeaded,
    isKindSaid,
    isLoud,
    isChosen,
    isStep,
    hidesNext,
    tick,
  } = props
  const next = of.status === 0 && !hidesNext && of.next
  const state = problemState(of, waitingHandling(writes, of.id))
  const isOpen = of.questionStatus === 0
  const isFire = of.kind === 'fire' && isOpen
  const isOpenFire = isFire && of.status === 0
  const isPlain = isOpen && state.text === problemKind.label(of.kind)
  const words = isOpen ? shortDescription(of.itemDesc) : of.itemDesc
  const [bracket = '', reading = ''] = /（([^（）]*\d[^（）]*)）$/.exec(words) ?? []
  const [figure = ''] = /^[\d.]*/.exec(reading) ?? []
  const isPair = figure !== '' && of.value?.endsWith(reading.slice(figure.length).trim())
  const isSteady = isPair && Number.parseFloat(of.value ?? '') === Number(figure)
  const stateWords = !isPlain && <span className={cx('font-medium', toneClass[state.tone].text)}>{state.text}</span>
  const isBeside = useMedia(BESIDE)
  const openWords = isOpen && stateWords
  const isInFire = isOpenFire && isHeaded
  const hasAside = isBeside && Boolean(next || openWords)
  const content = (
    <>
      {isOpenFire ? (
        <FireMark sign="danger-on" className="mt-0.5 h-5 w-5 text-danger" />
      ) : (
        <ToneMark tone={state.tone} className="mx-px mt-1 h-[1.125rem] w-[1.125rem]" />
      )}
      <span
        className={cx(
          'grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 md:max-lg:grid-cols-[minmax(0,1fr)_13.5rem_minmax(4rem,auto)] xl:grid-cols-[minmax(0,1fr)_13rem_minmax(5rem,auto)]',
        )}
      >
        <span
          className={cx(
            'min-w-0 break-words text-base leading-snug [word-break:keep-all]',
            !hasAside && 'md:max-lg:col-span-2 xl:col-span-2',
            isOpenFire ? 'font-semibold' : of.status === 1 ? 'text-ink-soft' : 'text-ink',
          )}
        >
          {words
            .slice(0, words.length - bracket.length)
            .replace(isKindSaid ? /：电气火灾报警.*/ : isInFire ? /：火警$/ : '', '')}
        </span>
        <span
          className={cx(
            'text-base md:max-lg:col-start-3 md:max-lg:row-span-2 md:max-lg:row-start-1 md:text-right xl:col-start-3 xl:row-span-2 xl:row-start-1',
            !isOpen && 'max-md:col-span-2 max-md:row-start-3',
          )}
        >
          {isOpen ? <ProblemAge of={of} /> : <Solved of={of} />}
        </span>
        <Dotted
          className={cx(
            'col-span-2 text-sm text-ink-soft md:max-lg:col-start-1 md:max-lg:row-start-2 xl:col-start-1 xl:row-start-2',
            hasAside && 'md:max-lg:col-span-1 xl:col-span-1',
          )}
          of={[
            !isOpen && stateWords,
            withBuilding && !isHeaded && of.buildingName,
            placeBeside(of.itemDesc)(of) || problemPlace(of) || of.deviceNo,
            isPair ? `${of.value}${isSteady ? '' : `（当时 ${figure}）`}` : figure ? `当时 ${reading}` : reading,
            !isPair && of.value && `现 ${of.value}`,
            !isHeaded && sameFire,
            !isBeside && openWords,
            !isBeside && next,
          ]}
        />
        {hasAside && (
          <span className="col-start-2 row-span-2 row-start-1 min-w-0 break-words text-sm text-ink-soft">
            {openWords}
            {openWords && next && ' · '}
            {next}
          </span>
        )}
      </span>
      {!tick && <ChevronRightIcon className="mt-1 shrink-0 text-ink-soft lg:hidden" />}
    </>
  )
  const frame = cx(
    'flex scroll-mt-11 min-h-[3.25rem] w-full items-start gap-3 px-4 py-2.5 text-left xl:py-1.5',
    sameFire && 'pl-12',
    isOpenFire && (isChosen ? 'chosen-fire' : 'fire-edge'),
    isOpenFire && isLoud ? 'bg-danger-soft' : isChosen && !isOpenFire ? 'bg-link/10' : 'hover:bg-sunk',
  )
  if (tick)
    return (
      <div className={frame}>
        <Checkbox
          className="-my-2.5 -ml-3 min-w-control shrink-0 justify-center self-center"
          checked={tick.isTicked}
          onChange={({ target }) => tick.onTick(target.checked)}
        >
          <span className="sr-only">选择 {of.itemDesc}</span>
        </Checkbox>
        {content}
      </div>
    )
  return (
    <Link
      to="/problemStatistics"
      search={{ ...search, ...choiceOf(of.id) }}
      replace={!isStep}
      state={{ isStep }}
      resetScroll={false}
      data-row={of.id}
      aria-current={isChosen ? 'true' : undefined}
      className={frame}
    >
      {content}
    </Link>
  )
}

function Solved({ of }: { of: ListedProblem }) {
  return (
    <span className="block font-figure text-sm text-ink-soft">
      <span className="block whitespace-nowrap">{formatTime(of.happenTime).slice(0, 16)} 发生</span>
      {of.solveTime && <span className="block whitespace-nowrap">{formatTime(of.solveTime).slice(0, 16)} 解决</span>}
    </span>
  )
}
