import { type Actor, may } from '#contract/access.ts'
import type { AlarmRow } from '#contract/alarm.ts'
import { processes, resolvesAutomatically, whyNotProcessed } from '#contract/problem.rules.ts'
import type { FacilityProblem } from '#contract/problem.ts'
import { waitingHandling } from '#app/data/problem.ts'
import { useUnsent } from '#app/offline/outbox/outbox-state.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { AlarmLink } from '#app/parts/alarm-link.tsx'
import { useProblemActs } from '#app/parts/problem/use-problem-acts.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'

const AUTOMATIC = '待恢复'
const SLOT = 'w-control-sm shrink-0 justify-center text-ink-soft'

export const needsNoAct = (todo: FacilityProblem, actor: Actor | null): boolean =>
  actor !== null && processes(actor.role) && Number(todo.questionStatus) === 0 && resolvesAutomatically(todo)

interface TodoActionsProps {
  readonly of: FacilityProblem
  readonly lead: AlarmRow | undefined
  /** Of a row before. */
  readonly sameFire: string | undefined
  readonly isNested: boolean
  onShow(): void
}

export function TodoActions({ of: todo, lead, sameFire, isNested, onShow }: TodoActionsProps) {
  const actor = actorOf(useSession())
  const isWaiting = waitingHandling(useUnsent(), todo.id).act === 'handle'
  const { busy, handle } = useProblemActs()
  const isPhone = !useMedia(DESK)
  const isAlarm = Boolean(todo.alarmId) && todo.status === 0 && Number(todo.questionStatus) === 0 && may('duty', actor)
  const mayProcess = actor !== null && processes(actor.role) && whyNotProcessed(todo) === null
  const isAutomatic = needsNoAct(todo, actor)
  const show = (
    <IconButton
      size="small"
      className={cx(SLOT, '!px-0', isAlarm && !isNested && 'max-md:hidden')}
      label="查看"
      icon={<ChevronRightIcon className="max-md:translate-x-1.5 max-md:text-base" />}
      onClick={onShow}
    />
  )
  if (!lead && isAlarm && isNested) return <span className="inline-flex max-md:-mr-1 xl:-mr-2.5">{show}</span>
  if (lead || isAlarm)
    return (
      <span className={cx('inline-flex max-md:mr-2 xl:-mr-2.5', sameFire && 'md:[&>a>svg]:hidden')}>
        <AlarmLink
          isUndecided={lead?.verdict == null}
          id={todo.alarmId}
          size="small"
          repeated={sameFire}
          device={todo.itemDesc}
        />
        {lead ? (
          <span className={cx(SLOT, 'inline-flex items-center text-sm max-md:hidden')}>
            <ChevronRightIcon />
          </span>
        ) : (
          show
        )}
      </span>
    )
  if (isPhone && !isWaiting)
    return (
      <Button
        kind="text"
        size="small"
        className={cx('mr-2', isAutomatic && '!font-normal !text-ink-soft')}
        onClick={onShow}
      >
        {mayProcess ? '处理' : isAutomatic ? AUTOMATIC : '查看'}
        <ChevronRightIcon className="-ml-1.5 -mr-bearing text-base text-ink-soft" />
      </Button>
    )
  return (
    <span className="inline-flex items-center max-md:-mr-1 xl:-mr-2.5">
      {mayProcess && (
        <Button kind="text" size="small" busy={busy} disabled={isWaiting} onClick={() => void handle([todo], '')}>
          {isWaiting ? '待提交' : '处理'}
        </Button>
      )}
      {!mayProcess &&
        (isAutomatic ? (
          <span className="text-sm text-ink-soft">{AUTOMATIC}</span>
        ) : (
          <span className="text-sm font-medium text-link">查看</span>
        ))}
      {show}
    </span>
  )
}
