import { useIsFetching, useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { contentQuery } from '#app/data/content.ts'
import { PageFade } from '#app/parts/page-fade.tsx'
import { PLATFORM, PublicHeader } from '#app/parts/public-header.tsx'
import { SupportLine } from '#app/parts/support-line.tsx'
import { SupportPopover } from '#app/parts/support-popover.tsx'
import { homeOf } from '#app/session/home.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import { cx } from '#app/ui/cx.ts'
import { Watermark } from '#app/ui/watermark.tsx'
import { BrowserAdvice } from './browser-advice.tsx'
import { OutLink } from './out-link.tsx'

export function PortalFrame({ children }: { children: ReactNode }) {
  const actor = actorOf(useSession())
  const hasQuestions = useRouterState({ select: ({ location }) => location.pathname === '/portal/detail' })
  return (
    <div className="no-bar isolate flex min-h-screen flex-col bg-surface">
      {actor && <Watermark lines={[PLATFORM]} />}
      <PublicHeader
        isLink
        className="sticky top-0 z-bar"
        name={
          actor ? (
            <>
              <span className="hidden md:inline">{PLATFORM}</span>
              <span className="md:hidden">消防物联网平台</span>
            </>
          ) : (
            PLATFORM
          )
        }
      >
        {actor && (
          <Link
            to={homeOf(actor)}
            className="flex min-h-control items-center whitespace-nowrap rounded px-2 hover:bg-brand-raised"
          >
            进入平台
          </Link>
        )}
        <SupportPopover hasQuestions={hasQuestions} />
      </PublicHeader>
      <BrowserAdvice />
      <main className="relative flex flex-1 flex-col">
        {children}
        <PageFade />
      </main>
      <PortalFooter />
    </div>
  )
}

function PortalFooter() {
  const { data, isPending } = useQuery(contentQuery.settings())
  const footer = data?.footer.filter(({ text }) => text !== PLATFORM)
  const coming = useIsFetching({ predicate: ({ state }) => state.data === undefined })
  // Its lists would push the footer down.
  const [stands, setStands] = useState(false)
  if (!stands && !isPending && coming === 0) setStands(true)
  return (
    <footer
      key={String(stands)}
      className={cx(
        'relative border-t border-line bg-panel pb-[env(safe-area-inset-bottom)] text-sm text-ink-soft',
        !stands && 'invisible',
      )}
    >
      <ul
        className={cx(
          'mx-auto flex max-w-[1200px] flex-col items-center justify-center gap-x-8 px-4 py-2 md:min-h-[4.5rem] md:flex-row md:flex-wrap',
          // Content above does not shift.
          data ? 'min-h-[4.5rem]' : 'min-h-[12rem]',
        )}
      >
        {footer?.map(({ text, url }) => (
          <li key={text}>
            <OutLink
              to={url}
              className="inline-flex min-h-control items-center text-center hover:text-link hover:underline"
            >
              {text === data?.issuer && (
                <img src="/icons/government.svg" alt="" width={20} height={20} className="mr-1.5 h-5 w-5" />
              )}
              {text}
            </OutLink>
          </li>
        ))}
        <li>
          <SupportLine line={data?.support.line} />
        </li>
      </ul>
    </footer>
  )
}
