import type { ReactNode } from 'react'
import { buttonClass, type ButtonLook } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'

export const noticeButton = (kind?: ButtonLook['kind']) =>
  cx(buttonClass({ kind }), 'min-h-[3rem] flex-1 max-md:flex-none')

interface PublicNoticeProps {
  readonly title: string
  readonly note?: string
  readonly hint: string
  readonly children: ReactNode
}

export function PublicNotice({ title, note, hint, children }: PublicNoticeProps) {
  return (
    <main className="flex flex-1 flex-col bg-panel before:flex-1 after:flex-[2] md:bg-surface">
      <section className="w-full px-6 py-8 md:mx-auto md:max-w-md md:rounded-md md:border md:border-line md:bg-panel">
        <h1 className="text-2xl text-ink">{title}</h1>
        {note && <p className="mt-2 text-[1rem] text-ink">{note}</p>}
        <p className="mt-2 text-[1rem] leading-normal text-ink-soft [word-break:keep-all]">{hint}</p>
        <div className="mt-6 flex flex-col gap-3 md:flex-row">{children}</div>
      </section>
    </main>
  )
}
