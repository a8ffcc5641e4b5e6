import { CallIcon } from '#app/ui/action-icons.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { EvidenceCard } from '../evidence-card.tsx'

const lines = (count: number) => Array.from({ length: count }, (_, at) => at)

export function CardAwaited({ title, rows = 4 }: { title: string; rows?: number }) {
  return (
    <EvidenceCard title={title}>
      <Loading>
        <Skeleton className="mb-2 h-7 w-2/3" />
        {lines(rows).map((at) => (
          <div key={at} className="flex h-[2.875rem] items-center gap-x-2.5">
            <Skeleton className="h-3.5 w-24 shrink-0" />
            <Skeleton className="h-4 flex-1" />
          </div>
        ))}
      </Loading>
    </EvidenceCard>
  )
}

export function ContactsAwaited() {
  return (
    <EvidenceCard title="联系人">
      <Loading>
        {lines(2).map((at) => (
          <div key={at} className="flex h-14 items-center justify-between gap-x-3 border-b border-line last:border-b-0">
            <div className="flex-1 space-y-2">
              <Skeleton className="h-4 w-1/2" />
              <Skeleton className="h-3 w-2/3" />
            </div>
            <Skeleton className="h-control w-control" />
          </div>
        ))}
      </Loading>
    </EvidenceCard>
  )
}

export function CallAwaited({ isBlock }: { isBlock: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        buttonClass({ block: isBlock }),
        '!text-ink-soft hover:!bg-panel',
        isBlock ? 'min-h-[3rem]' : 'h-10 w-full min-w-control xl:max-[1439px]:px-2',
      )}
    >
      <CallIcon />
      <span className={isBlock ? undefined : 'xl:max-[1439px]:hidden'}>呼叫</span>
    </span>
  )
}

export function AlarmAwaited({ isSheet }: { isSheet: boolean }) {
  const head = (
    <Loading className={cx('space-y-2.5', !isSheet && 'border-b border-line bg-panel px-5 py-3')}>
      <Skeleton className="h-4 w-24" />
      <Skeleton className="h-6 w-2/3" />
      <Skeleton className="h-4 w-5/6" />
    </Loading>
  )
  const call = <CallAwaited isBlock={isSheet} />
  return (
    <div className={cx(isSheet && 'space-y-3')}>
      {head}
      {isSheet ? call : <div className="flex justify-end border-b border-line bg-panel px-5 py-3">{call}</div>}
      <div className={cx('grid gap-3', !isSheet && 'px-5 py-3 xl:grid-cols-[minmax(0,1fr)_19.75rem]')}>
        <CardAwaited title="现场情况" />
        <ContactsAwaited />
      </div>
    </div>
  )
}
