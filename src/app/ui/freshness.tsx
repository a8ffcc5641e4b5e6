import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { RefreshIcon } from './icon.tsx'

export type FreshnessNote = 'offline' | 'silent' | 'portal' | 'refreshing'

export interface FreshnessProps {
  /** '10:32', '昨天 18:05'. */
  readonly time?: string | undefined
  /** `silent`: no answer; `portal`: captive. */
  readonly note?: FreshnessNote | undefined
  readonly onRefresh?: () => void
  readonly className?: string | undefined
}

const words: Readonly<Record<Exclude<FreshnessNote, 'refreshing'>, string>> = {
  offline: '离线',
  silent: '服务器无响应',
  portal: '网络可能需要登录',
}

/** '10:32 更新', or '截至 10:32 · 离线'. */
export function Freshness({ time, note, onRefresh, className }: FreshnessProps) {
  const troubled = note !== undefined && note !== 'refreshing'
  return (
    <span className={cx('inline-flex items-center gap-1 text-xs text-ink-soft', className)}>
      <span className="relative">
        {/* The button shows a refresh: other words would re-wrap. */}
        {time === undefined ? '暂无数据' : troubled ? `截至 ${time}` : `${time} 更新`}
        {note && note !== 'refreshing' && (
          <span data-note className={cx(troubled && 'font-medium text-attention-ink')}>
            <span> · </span>
            {words[note]}
          </span>
        )}
      </span>
      {onRefresh && (
        <IconButton size="small" label="刷新" icon={<RefreshIcon />} busy={note === 'refreshing'} onClick={onRefresh} />
      )}
    </span>
  )
}
