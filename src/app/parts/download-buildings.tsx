import type { ReactNode } from 'react'
import { formatBytes } from '#app/lib/format-bytes.ts'
import { useNow } from '#app/lib/use-now.ts'
import { isExpired } from '#app/offline/bundles/bundle-state.ts'
import { progressOf } from '#app/offline/bundles/download-bundle.ts'
import { useConnection } from '#app/offline/connection.ts'
import { DownloadIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { OwnBuildings } from './own-buildings.tsx'
import { useSaveOffline } from './use-save-offline.ts'

interface DownloadBuildingsProps {
  readonly title: string
  readonly isRest?: boolean
  readonly isNarrow?: boolean
  readonly head?: ReactNode
}

export function DownloadBuildings({ title, isRest = false, isNarrow = false, head }: DownloadBuildingsProps) {
  const { heads, taking, take, takeAll } = useSaveOffline()
  const isOnline = useConnection() === 'online'
  const now = useNow().getTime()
  const headOf = (id: string) => heads?.find(({ buildingId }) => buildingId === id)
  const savedBytes = (id: string) => {
    const head = headOf(id)
    if (!head || isExpired(head, now)) return undefined
    const { done, all, bytes } = progressOf(head.parts)
    return done === all ? bytes : undefined
  }
  return (
    <OwnBuildings
      title={title}
      head={head}
      isNarrow={isNarrow}
      {...(isRest && { shows: ({ id }) => headOf(id) === undefined })}
      renderActions={(rows) => {
        const left = rows.map(({ id }) => id).filter((id) => savedBytes(id) === undefined)
        return (
          left.length > 1 && (
            <Button kind="primary" disabled={!isOnline || taking !== null} onClick={() => void takeAll(left)}>
              全部下载 {left.length} 栋
            </Button>
          )
        )
      }}
      renderAside={({ id, name }) => {
        const bytes = savedBytes(id)
        const isBusy = taking?.buildingId === id
        return bytes !== undefined && !isBusy ? (
          <span className="flex gap-x-1 text-right text-sm text-ink-soft max-md:flex-col">
            已下载 <span>{formatBytes(bytes)}</span>
          </span>
        ) : (
          <Button
            aria-label={`下载 ${name}`}
            className="max-md:min-w-control max-md:!px-0"
            icon={<DownloadIcon className="md:hidden" />}
            busy={isBusy}
            disabled={!isBusy && (!isOnline || taking !== null)}
            onClick={() => void take(id)}
          >
            <span className="max-md:hidden">下载</span>
          </Button>
        )
      }}
    />
  )
}
