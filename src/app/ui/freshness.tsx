import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { RefreshIcon } from './icon.tsx'

export type FreshnessNote = 'offline' | 'silent' | 'portal' | 'refreshing'

export interface FreshnessProps {
  /** When this device got the figures, already short: '10:32', '昨天 18:05'. Missing: nothing has come yet. */
  readonly time?: string | undefined
  /** `offline`: no network; `silent`: the network is there, the server does not answer; `portal`: something else does. */
  readonly note?: FreshnessNote | undefined
  readonly onRefresh?: () => void
  readonly className?: string
}

const words: Readonly<Record<Exclude<FreshnessNote, 'refreshing'>, string>> = {
  offline: '离线',
  silent: '服务器无应答',
  portal: '网络可能需要登录',
}

/** How old the figures are and why: '数据时间 10:32 · 离线'. */
export function Freshness({ time, note, onRefresh, className }: FreshnessProps) {
  const troubled = note !== undefined && note !== 'refreshing'
  return (
    <span className={cx('inline-flex items-center gap-1 text-xs text-ink-soft', className)}>
      <span className="relative">
        {/* As wide while it is asked for again as before and after: a card's head must not break anew. */}
        {time === undefined ? '暂无数据' : `${note === 'refreshing' ? '正在更新' : '数据时间'} ${time}`}
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
