import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'

interface MapAwaitedProps {
  readonly isWall?: boolean
  readonly onRetry?: (() => void) | undefined
}

export function MapAwaited({ isWall = false, onRetry }: MapAwaitedProps) {
  return (
    <div
      className={cx(
        'absolute inset-0 flex items-center justify-center gap-2 rounded-md bg-sunk text-ink-soft',
        isWall ? 'text-[1.6em]' : 'text-sm',
      )}
    >
      {onRetry ? '地图未加载' : '地图加载中'}
      {onRetry && (
        <Button size="small" onClick={onRetry}>
          重试
        </Button>
      )}
    </div>
  )
}
