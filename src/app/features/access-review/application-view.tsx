import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ReviewRow } from '#contract/approval.ts'
import { approvalQuery } from '#app/data/approval.ts'
import { recordQuery } from '#app/data/record.ts'
import { CallError } from '#app/lib/call.ts'
import { DESK, useMedia, WIDE } from '#app/lib/use-media.ts'
import { DataTime } from '#app/parts/data-time.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { useKeys } from '#app/parts/use-keys.ts'
import { Empty } from '#app/ui/empty.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { DecisionFoot, DecisionPanel } from './decision-panel.tsx'
import { Checks, Evidence, EvidenceHead } from './evidence.tsx'
import { RefuseForm } from './refuse-form.tsx'

interface ApplicationViewProps {
  readonly id: string
  readonly row: ReviewRow | undefined
  readonly next: ReviewRow | undefined
  onDecide(row: ReviewRow, refused: string | null): void
}

export function ApplicationView({ id, row, next, onDecide }: ApplicationViewProps) {
  const detail = useQuery(approvalQuery.one(id))
  const isDesk = useMedia(DESK)
  const isWide = useMedia(WIDE)
  const [isAsking, setAsking] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const known = detail.data ?? row
  const isPending = known?.approveStatus === 0
  const systems = useQuery({ ...recordQuery.must(known?.buildingId ?? ''), enabled: known !== undefined })
  const isAwaited = detail.isLoading || systems.isLoading
  const pass = () => known && onDecide(known, null)
  const refuse = (reason: string) => {
    setAsking(false)
    if (known) onDecide(known, reason)
  }
  useKeys(
    {
      a: isPending ? pass : undefined,
      r: isPending
        ? () => {
            if (isWide) root.current?.querySelector<HTMLElement>('[data-refuse] input')?.focus()
            else setAsking(true)
          }
        : undefined,
      ' ': () => root.current?.querySelector<HTMLElement>('[data-attachment]')?.click(),
    },
    isDesk,
  )
  if (detail.error instanceof CallError && detail.error.code === 404)
    return <Empty title="申请不存在" hint="它可能已被申请单位撤回" />
  const waiting = (
    <Loading key={String(detail.isLoading)} className="p-4">
      <SkeletonText lines={8} />
    </Loading>
  )
  if (!known)
    return (
      <QueryResult of={detail} waiting={waiting}>
        {() => null}
      </QueryResult>
    )
  const checks = (
    <div className="rounded-lg border border-line bg-panel px-4 py-3">
      <Checks of={known} />
    </div>
  )
  const asking = (
    <LazyDialog open={isAsking} onClose={() => setAsking(false)} title="拒绝申请" width={420}>
      <RefuseForm of={known} withKey={false} onRefuse={refuse} />
    </LazyDialog>
  )
  if (isWide)
    return (
      <div ref={root} className="grid h-full min-h-0 grid-cols-[minmax(0,1fr)_19rem]">
        <div className="min-h-0 overflow-y-auto overscroll-contain px-5 pb-4">
          <EvidenceHead of={known} />
          {isAwaited ? waiting : <Evidence of={known} />}
          <DataTime of={detail} />
        </div>
        <aside
          aria-label="核对和决定"
          className="min-h-0 space-y-5 overflow-y-auto overscroll-contain border-l border-line bg-panel px-4 py-4"
        >
          {isAwaited ? waiting : <Checks of={known} />}
          {isPending && !isAwaited && (
            <div className="border-t border-line pt-4">
              <DecisionPanel of={known} onPass={pass} onRefuse={refuse} />
              {next && <p className="mt-4 break-words text-sm text-ink-soft">下一项：{next.buildingName}</p>}
            </div>
          )}
        </aside>
      </div>
    )
  return (
    <div ref={root} className={isDesk ? 'flex h-full min-h-0 flex-col' : undefined}>
      <div className={isDesk ? 'min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-3' : undefined}>
        <EvidenceHead of={known} />
        {isAwaited ? (
          waiting
        ) : (
          <>
            {isDesk && <div className="mb-3">{checks}</div>}
            <Evidence of={known} checks={!isDesk && checks} />
          </>
        )}
        <DataTime of={detail} />
      </div>
      {isPending && <DecisionFoot of={known} onPass={pass} onAsk={() => setAsking(true)} />}
      {asking}
    </div>
  )
}
