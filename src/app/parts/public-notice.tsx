import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { contentQuery } from '#app/data/content.ts'
import { CallIcon } from '#app/ui/action-icons.tsx'
import { buttonClass, type ButtonLook } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Mark } from '#app/ui/mark.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { SupportLine } from './support-line.tsx'

export const noticeButton = (kind?: ButtonLook['kind'], className?: string) =>
  cx(buttonClass({ kind, block: true }), 'h-12', className)

export function PublicCard({ children }: { children: ReactNode }) {
  const { data } = useQuery(contentQuery.settings())
  return (
    <div className="no-bar brand-page is-notice">
      <header className="brand-head">
        <Mark of="platform" />
        <p>消防物联网</p>
        <p>数据对接平台</p>
      </header>
      <main className="brand-card">
        {children}
        {data?.support.line !== '' && (
          <div className="mt-auto min-h-control pt-4 md:-mb-4">
            <SupportLine line={data?.support.line} />
          </div>
        )}
      </main>
    </div>
  )
}

interface PublicNoticeProps {
  readonly title: string
  readonly hint: ReactNode
  readonly more?: string | undefined
  readonly isDead?: boolean
  readonly isFire?: boolean | undefined
  readonly children: ReactNode
}

export function PublicNotice({ title, hint, more, isDead, isFire, children }: PublicNoticeProps) {
  return (
    <PublicCard>
      <div className={cx(isDead && 'grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3 [&>p]:col-start-2')}>
        {isDead && <ToneMark tone="attention" className="mt-1 h-6 w-6" />}
        <h1 className="text-2xl leading-8 text-ink">{title}</h1>
        <p className="mt-3 text-[1rem] leading-normal text-ink [word-break:keep-all]">{hint}</p>
        {more && (
          <p className="mt-1 whitespace-pre-line [word-break:keep-all] text-[1rem] leading-normal text-ink-soft">
            {more}
          </p>
        )}
      </div>
      {isFire && (
        <a href="tel:119" className={noticeButton('secondary', 'mt-4 !border-danger !font-semibold !text-danger-ink')}>
          <CallIcon />
          现场有火，先拨打 119
        </a>
      )}
      <div className="mt-5 flex flex-col gap-3 border-t border-line pt-4">{children}</div>
    </PublicCard>
  )
}
