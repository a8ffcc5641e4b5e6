import { useNavigate } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import type { AlarmRow } from '#contract/alarm.ts'
import { arrivingAlarms, callKey } from '#app/parts/alarm/arriving.rules.ts'
import type { AlarmSound } from '#app/parts/alarm/use-alarm-sound.ts'
import { readServerTime, useServerTime } from '#app/parts/alarm/use-server-time.ts'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { AlarmView, type AlarmViewProps } from '#app/parts/alarm/alarm-view.tsx'
import { ArrivingPanel, putAway } from './arriving-panel.tsx'

interface AlarmSheetProps extends Pick<AlarmViewProps, 'row'> {
  readonly id: string | undefined
  readonly unanswered: readonly AlarmRow[]
  readonly sound: AlarmSound
  onClose(): void
}

/** Where two panes have no room. */
export function AlarmSheet({ id, row, unanswered, sound, onClose }: AlarmSheetProps) {
  return (
    <LazyDialog
      open={id !== undefined}
      title={row?.kind === 'electrical' ? '电气火灾报警' : '火警'}
      width={700}
      onClose={onClose}
      byAddress
    >
      {id !== undefined && <Arriving rows={unanswered.filter((one) => one.id !== id)} sound={sound} />}
      {id !== undefined && <AlarmView key={id} id={id} row={row} look="sheet" />}
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
      className="sticky -top-4 z-bar -mx-4 -mt-4 mb-4 px-4 pt-3 md:-mx-5 md:px-5"
    />
  )
}
