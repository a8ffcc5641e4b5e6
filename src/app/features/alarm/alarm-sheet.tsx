import { useNavigate } from '@tanstack/react-router'
import { useRef, useSyncExternalStore } from 'react'
import type { AlarmRow } from '#contract/alarm.ts'
import { arrivingAlarms, callKey } from '#app/parts/alarm/arriving.rules.ts'
import type { AlarmSound } from '#app/parts/alarm/use-alarm-sound.ts'
import { readServerTime, useServerTime } from '#app/parts/alarm/use-server-time.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { AlarmView, type AlarmViewProps } from '#app/parts/alarm/alarm-view.tsx'
import { ArrivingPanel, putAway } from './arriving-panel.tsx'

interface AlarmQueue {
  readonly rows: readonly AlarmRow[]
  readonly before: number
  readonly total: number
}

interface AlarmSheetProps extends Pick<AlarmViewProps, 'row'> {
  readonly id: string | undefined
  readonly unanswered: readonly AlarmRow[]
  readonly queue: AlarmQueue
  readonly sound: AlarmSound
  onNext(id: string): void
  onClose(): void
}

/** Where two panes have no room. */
export function AlarmSheet({ id, row, unanswered, queue, sound, onNext, onClose }: AlarmSheetProps) {
  const content = useRef<HTMLDivElement>(null)
  const word = row?.kind === 'electrical' ? '电气火灾报警' : '火警'
  const at = queue.rows.findIndex((one) => one.id === id)
  const next = queue.rows[at + 1] ?? queue.rows[0]
  const showNext = ({ id: to }: AlarmRow) => {
    onNext(to)
    content.current?.parentElement?.scrollTo(0, 0)
  }
  return (
    <LazyDialog
      open={id !== undefined}
      title={at >= 0 && queue.total > 1 ? `${word} ${queue.before + at + 1} / ${queue.total}` : word}
      aside={
        next &&
        next.id !== id && (
          <Button kind="quiet" onClick={() => showNext(next)}>
            下一处
            <ChevronRightIcon className="-mr-1" />
          </Button>
        )
      }
      width={700}
      onClose={onClose}
      byAddress
    >
      {id !== undefined && (
        <div ref={content}>
          <Arriving rows={unanswered.filter((one) => one.id !== id)} sound={sound} />
          <AlarmView key={id} id={id} row={row} look="sheet" />
        </div>
      )}
    </LazyDialog>
  )
}

function Arriving({ rows, sound }: { rows: readonly AlarmRow[]; sound: AlarmSound }) {
  const navigate = useNavigate()
  const closed = useSyncExternalStore(putAway.follow, putAway.read)
  const [first, ...others] = arrivingAlarms(rows, readServerTime(), closed)
  const now = useServerTime(first !== undefined)
  if (!first) return null
  return (
    <ArrivingPanel
      key={callKey(first)}
      of={first}
      others={others.length}
      now={now}
      sound={sound}
      onOpen={() => void navigate({ to: '/alarms', search: (was) => ({ ...was, id: first.id }), replace: true })}
    />
  )
}
