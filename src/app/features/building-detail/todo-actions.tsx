import { may } from '#contract/access.ts'
import { processes, whyNotProcessed } from '#contract/problem.rules.ts'
import type { FacilityProblem } from '#contract/problem.ts'
import { waitingHandling } from '#app/data/problem.ts'
import { useUnsent } from '#app/offline/outbox/outbox-state.ts'
import { AlarmLink } from '#app/parts/alarm-link.tsx'
import { useProblemActs } from '#app/parts/problem/use-problem-acts.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import { MoreIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Menu } from '#app/ui/menu.tsx'

export function TodoActions({ of: todo, onShow }: { of: FacilityProblem; onShow(): void }) {
  const actor = actorOf(useSession())
  const isWaiting = waitingHandling(useUnsent(), todo.id).act === 'handle'
  const { busy, handle } = useProblemActs()
  const isAlarm = Boolean(todo.alarmId) && todo.status === 0 && Number(todo.questionStatus) === 0 && may('duty', actor)
  const mayProcess = actor !== null && processes(actor.role) && whyNotProcessed(todo) === null
  const show = { key: 'show', label: '查看', disabled: false, onSelect: onShow }
  const process = {
    key: 'process',
    label: isWaiting ? '待提交' : '处理',
    disabled: isWaiting,
    onSelect: () => void handle([todo], ''),
  }
  const [first, ...rest] = mayProcess ? [process, show] : [show]
  const more = isAlarm && first ? [first, ...rest] : rest
  return (
    <span className={cx('flex items-center md:justify-between', isAlarm ? 'max-md:pb-2 max-md:pt-5' : 'xl:-ml-2.5')}>
      {isAlarm ? (
        <AlarmLink id={todo.alarmId} size="small" />
      ) : (
        first && (
          <Button kind="quiet" size="small" busy={busy} disabled={first.disabled} onClick={first.onSelect}>
            {first.label}
          </Button>
        )
      )}
      {more.length > 0 ? (
        <Menu bare floats label={`${todo.itemDesc}：更多`} trigger={<MoreIcon />} entries={more} />
      ) : (
        <span className="hidden w-control md:max-xl:block" />
      )}
    </span>
  )
}
