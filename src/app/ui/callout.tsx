import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { toneClass } from './tone-class.ts'

interface CalloutProps {
  readonly icon: ReactNode
  readonly title: string
  readonly hint?: ReactNode
  readonly action?: ReactNode
  readonly tone?: 'attention' | 'ok'
  readonly isBeside?: boolean
}

export function Callout({ icon, title, hint, action, tone, isBeside = false }: CalloutProps) {
  return (
    <div
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-3 px-4 py-3 md:py-4',
        isBeside && 'max-md:min-h-[4.5rem] max-md:flex-nowrap max-md:py-2',
      )}
    >
      <span
        className={cx(
          'flex shrink-0 items-center justify-center rounded-full text-2xl',
          isBeside && 'max-md:hidden',
          tone === 'ok' && 'h-12 w-12 !bg-sunk',
          !(isBeside && tone) && 'h-12 w-12',
          !tone ? 'bg-sunk text-ink-soft' : isBeside ? toneClass[tone].text : toneClass[tone].soft,
        )}
      >
        {icon}
      </span>
      <div className="min-w-0 flex-1 basis-52">
        <h2 className="break-words text-base text-ink max-md:[word-break:keep-all]">{title}</h2>
        {hint && (
          <p className={cx('mt-0.5 break-words text-sm text-ink-soft', isBeside && '[word-break:keep-all]')}>{hint}</p>
        )}
      </div>
      {action && (
        <div className={cx('flex flex-wrap gap-2', !isBeside && 'max-md:w-full max-md:[&>*]:flex-1')}>{action}</div>
      )}
    </div>
  )
}
