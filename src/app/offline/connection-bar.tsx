import { useSession } from '#app/session/session.ts'
import { cx } from '#app/ui/cx.ts'
import { useConnection } from './connection.ts'
import { CONNECTIVITY_TEXT } from './connectivity.ts'

/** An overlay: no layout shift. */
export function ConnectionBar() {
  const words = CONNECTIVITY_TEXT[useConnection()]
  const isSignedIn = useSession() !== null
  return (
    <output
      aria-live="polite"
      className="pointer-events-none fixed bottom-foot pb-2 md:pb-0 left-0 right-0 z-float flex justify-center px-4 md:bottom-3"
    >
      <span
        className={cx(
          words && 'animate-appear rounded-full border border-attention bg-attention-soft px-3 py-1 shadow-float',
          'text-sm text-attention-ink',
        )}
      >
        {words && `${words} · ${isSignedIn ? '显示已保存的数据' : '恢复后即可登录'}`}
      </span>
    </output>
  )
}
