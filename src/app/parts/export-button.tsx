import { useState } from 'react'
import { openWhenReady } from '#app/lib/open-window.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { DownloadIcon } from '#app/ui/action-icons.tsx'
import { Button, type ButtonProps } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast-queue.ts'

interface ExportButtonProps extends Pick<ButtonProps, 'size' | 'kind' | 'disabled' | 'title' | 'className'> {
  address(): Promise<string>
  readonly children?: string
}

export function ExportButton({ address, children = '导出', ...look }: ExportButtonProps) {
  const [busy, setBusy] = useState(false)
  async function run() {
    setBusy(true)
    try {
      await openWhenReady(address)
    } catch (error) {
      toast.error(failureWords(error, '导出失败'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button {...look} icon={<DownloadIcon />} busy={busy} onClick={() => void run()}>
      {children}
    </Button>
  )
}
