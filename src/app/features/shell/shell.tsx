import { Outlet, useMatches } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { DeferredPage } from '#app/parts/deferred-page.tsx'
import '#app/parts/install-offer.ts'
import { PageFade } from '#app/parts/page-fade.tsx'
import { usePageTitle } from '#app/parts/page-title.ts'
import { readStored, writeStored } from '#app/lib/storage.ts'
import { owesInformation, owesPassword, useSession } from '#app/session/session.ts'
import { Page } from '#app/ui/page.tsx'
import { Watermark } from '#app/ui/watermark.tsx'
import { AccountMenu } from './account-menu.tsx'
import { BackButton, BottomBar, SideMenu } from './navigation.tsx'
import { InformationGate } from './information-gate.tsx'
import { OwedPasswordGate } from './owed-password-gate.tsx'
import { Later } from './later.tsx'
import { RefreshMark } from './refresh-mark.tsx'
import { TopBar } from './top-bar.tsx'
import { UnsentLink } from './unsent-link.tsx'
import { useCrumbs } from './use-crumbs.tsx'
import { useKeptDictionaries } from './use-kept-dictionaries.ts'
import { useMenu } from '#app/parts/use-menu.ts'

/** Device setting, shared by all accounts. */
const FOLDED = 'device:menu-folded'

interface ShellProps {
  readonly bell: ReactNode
  readonly search: ReactNode
  /** Shown on every page, also while it loads. */
  readonly alarms: ReactNode
}

export function Shell({ bell, search, alarms }: ShellProps) {
  const session = useSession()
  const menu = useMenu()
  useKeptDictionaries()
  const [expanded, setExpanded] = useState(() => readStored(FOLDED) !== true)
  const expand = (next: boolean) => {
    setExpanded(next)
    writeStored(FOLDED, !next)
  }
  const page = useMatches({ select: (matches) => matches[matches.length - 1]?.staticData }) ?? {}
  const title = usePageTitle(page.title ?? '')
  const crumbs = useCrumbs(page)
  if (!session) return null
  return (
    <div className="isolate flex min-h-screen flex-col bg-surface">
      <TopBar
        title={title}
        back={<BackButton />}
        expanded={expanded}
        onExpand={expand}
        isAuthority={session.user.role === 'government'}
      >
        {search}
        {alarms}
        <RefreshMark />
        <div className="contents max-lg:[&>*]:order-1">
          {bell}
          <UnsentLink />
          <div className="hidden md:block">
            <AccountMenu user={session.user} />
          </div>
        </div>
      </TopBar>
      <div className="flex min-w-0 flex-1">
        <SideMenu menu={menu} expanded={expanded} under={page.under} />
        <main id="content" className="relative min-w-0 flex-1 pb-[calc(4rem+env(safe-area-inset-bottom))] md:pb-0">
          <Later title={title} user={session.user} />
          <div id="page-notice" />
          <DeferredPage stays={owesPassword(session) || owesInformation(session)}>
            {page.bare ? (
              <div className="px-3 pb-3 pt-2 md:px-3.5 md:pt-3 xl:px-5">
                <h1 className="sr-only">{title}</h1>
                <OwedPasswordGate>
                  <InformationGate>
                    <Outlet />
                  </InformationGate>
                </OwedPasswordGate>
              </div>
            ) : (
              <Page title={title} crumbs={crumbs}>
                <OwedPasswordGate>
                  <InformationGate>
                    <Outlet />
                  </InformationGate>
                </OwedPasswordGate>
              </Page>
            )}
          </DeferredPage>
          <PageFade />
        </main>
      </div>
      <BottomBar under={page.under} />
      <Watermark lines={[session.user.name]} />
    </div>
  )
}
