import { DownloadIcon } from '#app/ui/action-icons.tsx'
import { Button, type ButtonProps } from '#app/ui/button.tsx'
import { openDocument } from './open-document.ts'
import { useAsyncAction } from './use-async-action.ts'

interface ExportButtonProps extends Pick<ButtonProps, 'size' | 'kind' | 'disabled' | 'title' | 'className'> {
  address(): Promise<string>
  readonly children?: string
}

export function ExportButton({ address, children = '导出', ...look }: ExportButtonProps) {
  const { busy, run } = useAsyncAction()
  return (
    <Button {...look} icon={<DownloadIcon />} busy={busy} onClick={() => void run(() => openDocument(address))}>
      {children}
    </Button>
  )
}
