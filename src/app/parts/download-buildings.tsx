import { formatBytes } from '#app/lib/format-bytes.ts'
import { useConnection } from '#app/offline/connection.ts'
import { Button } from '#app/ui/button.tsx'
import { OwnBuildings } from './own-buildings.tsx'
import { useSaveOffline } from './use-save-offline.ts'

interface DownloadBuildingsProps {
  readonly title: string
  readonly isRest?: boolean
}

export function DownloadBuildings({ title, isRest = false }: DownloadBuildingsProps) {
  const { heads, taking, take } = useSaveOffline()
  const isOnline = useConnection() === 'online'
  const headOf = (id: string) => heads?.find(({ buildingId }) => buildingId === id)
  async function takeAll(ids: readonly string[]) {
    for (const id of ids) if (!(await take(id, true))) return
  }
  return (
    <OwnBuildings
      title={title}
      {...(isRest && { shows: ({ id }) => headOf(id) === undefined })}
      renderActions={(rows) => {
        const left = rows.map(({ id }) => id).filter((id) => !headOf(id))
        return (
          left.length > 1 && (
            <Button kind="primary" disabled={!isOnline || taking !== null} onClick={() => void takeAll(left)}>
              全部下载 {left.length} 栋
            </Button>
          )
        )
      }}
      renderAside={({ id, name }) => {
        const parts = headOf(id)?.parts
        const isBusy = taking?.buildingId === id
        const bytes = parts?.reduce((sum, part) => sum + (part.here === null ? 0 : part.bytes), 0)
        return parts && !isBusy ? (
          <span className="text-sm text-ink-soft">已下载 {formatBytes(bytes ?? 0)}</span>
        ) : (
          <Button
            aria-label={`下载 ${name}`}
            busy={isBusy}
            disabled={!isBusy && (!isOnline || taking !== null)}
            onClick={() => void take(id)}
          >
            下载
          </Button>
        )
      }}
    />
  )
}
