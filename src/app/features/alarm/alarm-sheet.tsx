import { Link } from '@tanstack/react-router'
import type { AlarmRow } from '#contract/alarm.ts'
import { alarmName } from '#app/data/alarm-acts.ts'
import { arrivalWord } from '#app/parts/alarm/alarm-words.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { AlarmView, type AlarmViewProps } from '#app/parts/alarm/alarm-view.tsx'

interface AlarmSheetProps extends Pick<AlarmViewProps, 'row'> {
  readonly id: string | undefined
  readonly newest: AlarmRow | undefined
  onClose(): void
}

/** Where two panes have no room. */
export function AlarmSheet({ id, row, newest, onClose }: AlarmSheetProps) {
  return (
    <LazyDialog
      open={id !== undefined}
      title={row?.kind === 'electrical' ? '电气火灾报警' : '火警'}
      width={700}
      onClose={onClose}
      byAddress
    >
      {id !== undefined && newest && (
        <Link
          role="alert"
          to="/alarms"
          search={(now) => ({ ...now, id: newest.id })}
          replace
          className="-mx-4 -mt-4 mb-4 flex min-h-control items-center gap-2 bg-fire-ground px-4 py-2 text-base font-semibold text-fire-on md:-mx-5 md:px-5"
        >
          <span className="min-w-0 flex-1 break-words">
            {arrivalWord(newest)}：{alarmName(newest)}
          </span>
          <ChevronRightIcon />
        </Link>
      )}
      {id !== undefined && <AlarmView key={id} id={id} row={row} look="sheet" onDone={onClose} />}
    </LazyDialog>
  )
}
