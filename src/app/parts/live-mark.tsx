import { useLive } from '#app/data/live-state.ts'
import { shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { cx } from '#app/ui/cx.ts'

export function LiveMark({ className }: { className: string }) {
  const { mode, since } = useLive()
  const now = useNow()
  const words = { off: since === 0 ? '连接中' : '', live: '实时', polling: '每 15 秒', cut: '已中断' }[mode]
  // Nothing moves when the stream begins or breaks.
  return (
    <span
      key={mode}
      data-live={mode}
      className={cx(
        'relative min-w-[2.4375rem] shrink-0 whitespace-nowrap text-right [word-spacing:-0.2em]',
        className,
        mode === 'cut' && 'font-semibold',
      )}
    >
      {mode === 'live' && (
        <i className="relative -top-px mr-[0.35em] inline-block h-[0.5em] w-[0.5em] rounded-full bg-[#3fcf85] align-middle" />
      )}
      {words}
      {mode === 'cut' && (
        <span className="absolute right-0 top-full whitespace-nowrap leading-none"> 自 {shortTime(since, now)}</span>
      )}
    </span>
  )
}
