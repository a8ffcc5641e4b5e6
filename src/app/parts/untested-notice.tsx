import type { ReactNode } from 'react'
import type { DutyContact } from '#contract/duty-contact.ts'
import { cx } from '#app/ui/cx.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { TestUntested } from './contact-list.tsx'
import { isAlike, isUntested, UNBOUND, untestedWords } from './contact-words.ts'
import type { ContactActs } from './use-contact-acts.ts'

interface UntestedNoticeProps {
  readonly of: readonly DutyContact[]
  readonly acts: ContactActs
  readonly missed: string
  readonly hint?: ReactNode
  readonly kind?: 'primary' | 'secondary'
  readonly className?: string
  readonly children?: ReactNode
}

export function UntestedNotice({ of, acts, missed, hint, kind, className, children }: UntestedNoticeProps) {
  const isUnsure = of.some(isUntested)
  return (
    <div className={cx('flex flex-wrap items-center justify-between gap-3 md:flex-nowrap', className)}>
      <div className="min-w-0 text-sm [word-break:keep-all]">
        {isUnsure && (
          <h2 className="flex items-baseline gap-1.5 text-base">
            <ToneMark tone="attention" className="translate-y-px" />
            {`${untestedWords(of)}，${isAlike(of) ? `也${UNBOUND}` : `可能收不到${missed}`}`}
          </h2>
        )}
        {hint && <p className="text-ink-soft">{hint}</p>}
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden max-md:w-full md:shrink-0 max-md:[&>*]:flex-1">
        {children}
        <TestUntested of={of} acts={acts} {...(kind && { kind })} />
      </div>
    </div>
  )
}
