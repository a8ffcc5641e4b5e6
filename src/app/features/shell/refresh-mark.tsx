import { useQueryClient } from '@tanstack/react-query'
import { LiveMark } from '#app/parts/live-mark.tsx'

export function RefreshMark() {
  const client = useQueryClient()
  return (
    <button
      type="button"
      title="刷新"
      onClick={() => void client.refetchQueries({ type: 'active' })}
      className="flex h-control min-w-control items-center justify-end rounded px-1 hover:bg-brand-raised"
    >
      <span className="sr-only">刷新，</span>
      <LiveMark className="text-xs" />
    </button>
  )
}
