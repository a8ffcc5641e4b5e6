import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { contentQuery } from '#app/data/content.ts'
import { CallIcon } from '#app/ui/action-icons.tsx'
import { buttonClass, type ButtonLook } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { SUPPORT_HOURS } from './support-hours.ts'

export const noticeButton = (kind?: ButtonLook['kind'], className?: string) =>
  cx(buttonClass({ kind, block: true }), 'h-[3.25rem]', className)

interface PublicNoticeProps {
  readonly title: string
  readonly hint: string
  readonly more?: string | undefined
  readonly isDead?: boolean
  readonly children: ReactNode
}

export function PublicNotice({ title, hint, more, isDead, children }: PublicNoticeProps) {
  return (
    <main className="flex flex-1 flex-col bg-surface pb-[env(safe-area-inset-bottom)] md:pt-16">
      <section className="w-full px-6 pt-6 md:mx-auto md:max-w-md md:rounded-md md:border md:border-line md:bg-panel md:py-6">
        <h1 className="flex items-start gap-3 text-[1.375rem] leading-7 text-ink">
          {isDead && <ToneMark tone="attention" className="mt-0.5 h-6 w-6" />}
          {title}
        </h1>
        <p className="mt-3 text-[1rem] leading-normal text-ink">{hint}</p>
        {more && <p className="mt-1 text-[1rem] leading-normal text-ink-soft">{more}</p>}
        <div className="mt-6 flex flex-col gap-3">{children}</div>
      </section>
      <Support />
    </main>
  )
}

function Support() {
  const { data } = useQuery(contentQuery.settings())
  const line = data?.support.line
  if (!line) return null
  return (
    <p className="mt-auto flex flex-wrap items-center justify-center gap-x-2 px-4 py-4 text-sm text-ink-soft md:mt-0">
      <a href={`tel:${line}`} className="inline-flex min-h-control items-center gap-1.5 text-link hover:underline">
        <CallIcon />
        技术支持 {line}
      </a>
      <span>{SUPPORT_HOURS}</span>
    </p>
  )
}
