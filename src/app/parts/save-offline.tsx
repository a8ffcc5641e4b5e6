import { Link } from '@tanstack/react-router'
import { shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { useConnection } from '#app/offline/connection.ts'
import { isExpired } from '#app/offline/bundles/bundle-state.ts'
import { progressOf } from '#app/offline/bundles/download-bundle.ts'
import { TakeAlongIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { useSaveOffline } from './use-save-offline.ts'

export function SaveOffline({ buildingId }: { buildingId: string }) {
  const { heads, taking, take } = useSaveOffline()
  const now = useNow()
  const reach = useConnection()
  const head = heads?.find((one) => one.buildingId === buildingId)
  const isBusy = taking?.buildingId === buildingId
  const { done, all } = (isBusy && taking.progress) || (head ? progressOf(head.parts) : { done: 0, all: 0 })
  const isHere = head !== undefined && !isExpired(head, now.getTime()) && head.parts.some(({ here }) => here !== null)

  function words() {
    if (isBusy) return all === 0 ? '正在准备' : `正在下载 ${done}/${all}`
    if (!head) return '离线下载'
    if (!isHere) return '已过期，重新下载'
    return done < all ? `继续下载 ${done}/${all}` : '更新离线资料'
  }
  return (
    <>
      <Button
        size="small"
        icon={<TakeAlongIcon />}
        busy={isBusy}
        disabled={!isBusy && (reach !== 'online' || taking !== null)}
        title={reach === 'online' ? '下载本建筑的资料，离线时也能查看' : '恢复联网后可以下载'}
        onClick={() => void take(buildingId)}
      >
        {words()}
      </Button>
      {isHere && !isBusy && (
        <Link to="/packs" className="inline-flex min-h-control-sm items-center text-sm text-link hover:underline">
          已下载 {shortTime(head.askedAt, now)}
        </Link>
      )}
    </>
  )
}
