import { isNotice, isNotification } from '#contract/publishing.rules.ts'
import type { Preview } from '#contract/publishing.ts'
import { formatNumber, formatTime } from '#app/lib/format.ts'
import { RichText } from '#app/parts/rich-text.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

interface PreviewDialogProps {
  readonly kind: number
  readonly seen: Preview
  onClose(): void
}

export function PreviewDialog({ kind, seen, onClose }: PreviewDialogProps) {
  const { title, bodyHtml, bodyText, time, url, receiverNum } = seen
  return (
    <Dialog
      open
      title={`预览：${title}`}
      width={800}
      onClose={onClose}
      footer={<Button onClick={onClose}>关闭预览</Button>}
    >
      {receiverNum !== null && (
        <p className="mb-3 rounded bg-sunk px-3 py-2 text-sm">
          按当前选择，将发送给 <strong className="font-figure">{formatNumber(receiverNum)}</strong> 个账号
        </p>
      )}
      {isNotification(kind) && (
        <>
          <h3 className="text-lg">{title}</h3>
          <p className="mb-3 mt-1 border-b border-line pb-3 text-sm text-ink-soft">发送时间 {formatTime(time)}</p>
        </>
      )}
      {isNotice(kind) ? (
        <p className="flex min-h-control flex-wrap items-center justify-between gap-x-4 border-b border-line text-base">
          <span className="text-danger-ink">{title}</span>
          <span className="break-all text-sm text-ink-soft">{url || '未填写链接'}</span>
          <time className="font-figure text-sm text-ink-soft">{formatTime(time)}</time>
        </p>
      ) : (
        <RichText html={bodyHtml} plain={bodyText} />
      )}
    </Dialog>
  )
}
