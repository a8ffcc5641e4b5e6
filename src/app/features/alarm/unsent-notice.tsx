import { CallFireService } from '#app/parts/alarm/call-fire-service.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'

/** The platform has notified no person. */
export function UnsentNotice({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <div
      role="alert"
      className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-danger bg-danger-soft p-3 text-danger-ink"
    >
      <p className="flex min-w-0 flex-1 basis-64 items-start gap-2 text-base font-semibold">
        <ToneMark tone="danger" className="mt-1" />
        <span>尚未送达平台：{count} 条真实火警只保存在本机，联网后自动提交。</span>
      </p>
      <div className="max-w-sm flex-1">
        <CallFireService kind="danger" />
      </div>
    </div>
  )
}
