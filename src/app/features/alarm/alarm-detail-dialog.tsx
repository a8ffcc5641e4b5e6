import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AlarmDetail, AlarmRow } from '#contract/alarm.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { CallError } from '#app/lib/call.ts'
import { Answer } from '#app/parts/answer.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { AlarmActions } from './alarm-actions.tsx'
import { AlarmFacts, AlarmHead } from './alarm-facts.tsx'
import { AlarmHistory } from './alarm-history.tsx'

interface AlarmDetailDialogProps {
  readonly id: string | undefined
  /** The alarm as the list has it: shown until, and offline without, the rest. */
  readonly row: AlarmRow | undefined
  onClose(): void
}

/** An alarm in a sheet: what and where, what to do, what was done, its records. */
export function AlarmDetailDialog({ id, row, onClose }: AlarmDetailDialogProps) {
  // It keeps its content while it closes.
  const [shown, setShown] = useState({ id, row })
  // An alarm that was judged elsewhere leaves the list of open ones while its sheet is open.
  const known = row ?? (shown.id === id ? shown.row : undefined)
  if (id !== undefined && (id !== shown.id || known !== shown.row)) setShown({ id, row: known })
  return (
    <LazyDialog
      open={id !== undefined}
      title={shown.row?.kind === 'electrical' ? '电气火灾报警' : '火警'}
      width={700}
      onClose={onClose}
    >
      {shown.id !== undefined && <Content key={shown.id} id={shown.id} row={shown.row} onClose={onClose} />}
    </LazyDialog>
  )
}

function Content({ id, row, onClose }: { id: string; row: AlarmRow | undefined; onClose(): void }) {
  const detail = useQuery(alarmQuery.one(id))
  if (detail.error instanceof CallError && detail.error.code === 404)
    return <Empty title="火警不存在" hint="它可能不属于您可以查看的建筑" />
  const known: AlarmRow | AlarmDetail | undefined = detail.data ?? row
  if (!known)
    return (
      <Answer
        of={detail}
        waiting={
          <Loading>
            <SkeletonText lines={8} />
          </Loading>
        }
      >
        {() => null}
      </Answer>
    )
  return (
    <div className="space-y-4">
      <AlarmHead of={known} answer={detail} />
      <AlarmActions key={`${known.id} ${known.verdict}`} of={known} acts={detail.data?.acts} onDone={onClose} />
      <AlarmFacts of={known} />
      {detail.data ? (
        <AlarmHistory of={detail.data} />
      ) : (
        <Answer of={detail} waiting={<SkeletonText lines={3} />}>
          {() => null}
        </Answer>
      )}
    </div>
  )
}
