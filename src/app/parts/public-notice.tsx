import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { contentQuery } from '#app/data/content.ts'
import { CallIcon } from '#app/ui/action-icons.tsx'
import { buttonClass, type ButtonLook } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { SupportLine } from './support-line.tsx'

export const noticeButton = (kind?: ButtonLook['kind'], className?: string) =>
  cx(buttonClass({ kind, block: true }), 'h-[3.25rem]', className)

interface PublicNoticeProps {
  readonly title: string
  readonly hint: string
  readonly more?: string | undefined
  readonly isDead?: boolean
  readonly fire?: 'danger' | 'ink' | undefined
  readonly children: ReactNode
}

export function PublicNotice({ title, hint, more, isDead, fire, children }: PublicNoticeProps) {
  return (
    <main className="flex flex-1 flex-col bg-surface pb-[env(safe-area-inset-bottom)] md:pt-16">
      <section className="w-full px-6 pt-6 md:mx-auto md:max-w-md md:rounded-md md:border md:border-line md:bg-panel md:py-6">
        <h1 className="flex items-start gap-3 text-[1.375rem] leading-7 text-ink">
          {isDead && <ToneMark tone="attention" className="mt-0.5 h-6 w-6" />}
          {title}
        </h1>
        {fire && (
          <p
            className={cx(
              'mt-3 text-[1rem] font-semibold leading-normal',
              fire === 'danger' ? 'text-danger-ink' : 'text-ink',
            )}
          >
            现场有火，先拨打 119
          </p>
        )}
        <p className={cx('text-[1rem] leading-normal text-ink', fire ? 'mt-1' : 'mt-3')}>{hint}</p>
        {more && <p className="mt-1 text-[1rem] leading-normal text-ink-soft">{more}</p>}
        <div className="mt-6 flex flex-col gap-3">
          {children}
          {fire && (
            <a href="tel:119" className={noticeButton('secondary', '!border-danger !text-danger-ink md:hidden')}>
              <CallIcon />
              拨打 119
            </a>
          )}
        </div>
      </section>
      <Support />
    </main>
  )
}

function Support() {
  const { data } = useQuery(contentQuery.settings())
  return <SupportLine line={data?.support.line} className="mt-auto px-4 py-4 md:mt-0" />
}
