import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import type { AppUpdate } from './app-update.ts'

interface UpdateOfferProps {
  readonly update: AppUpdate
  onLater(): void
}

export function UpdateOffer({ update, onLater }: UpdateOfferProps) {
  const [busy, setBusy] = useState(false)
  const change = async () => {
    setBusy(true)
    if ((await update.apply()) !== false) return
    setBusy(false)
    toast.error('没有网络，联网后再更新')
  }
  return (
    <span className="pointer-events-auto flex animate-appear items-center gap-2 rounded border border-line bg-panel py-2 pl-4 pr-2 text-base text-ink shadow-float">
      <span>{update.required ? '此版本已停用，更新后继续使用' : '有新版本'}</span>
      <Button kind="primary" size="small" busy={busy} onClick={() => void change().catch(() => setBusy(false))}>
        更新
      </Button>
      {!update.required && (
        <Button kind="quiet" size="small" onClick={onLater}>
          稍后
        </Button>
      )}
    </span>
  )
}
