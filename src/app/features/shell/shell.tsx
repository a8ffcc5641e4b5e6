import { Outlet, useMatches } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Arrival } from '#app/parts/arrival.tsx'
import '#app/parts/install-offer.ts'
import { PageVeil } from '#app/parts/page-veil.tsx'
import { readStored, writeStored } from '#app/lib/storage.ts'
import { owesInformation, owesPassword, useSession } from '#app/session/session.ts'
import { Page } from '#app/ui/page.tsx'
import { Watermark } from '#app/ui/watermark.tsx'
import { AccountMenu } from './account-menu.tsx'
import { BottomBar, SideMenu } from './navigation.tsx'
import { InformationGate } from './information-gate.tsx'
import { OwedPasswordGate } from './owed-password-gate.tsx'
import { TopBar } from './top-bar.tsx'
import { UnsentLink } from './unsent-link.tsx'
import { useCrumbs } from './use-crumbs.tsx'
import { useKeptDictionaries } from './use-kept-dictionaries.ts'
import { useMenu } from './use-menu.ts'

/** A setting of the device: the folded menu stays folded, whoever signs in. */
const FOLDED = 'device:menu-folded'

/** The frame of every page behind sign-in: top bar, menu by role, title, watermark. Source: document 1, Application shell. */
export function Shell({ bell }: { bell: ReactNode }) {
  const session = useSession()
  const menu = useMenu()
  useKeptDictionaries()
  const [expanded, setExpanded] = useState(() => readStored(FOLDED) !== true)
  const expand = (next: boolean) => {
    setExpanded(next)
    writeStored(FOLDED, !next)
  }
  const { title = '', bare = false } =
    useMatches({ select: (matches) => matches[matches.length - 1]?.staticData }) ?? {}
  const crumbs = useCrumbs(title)
  if (!session) return null
  return (
    <div className="flex min-h-screen flex-col bg-surface">
      <TopBar
        expanded={expanded}
        onExpand={expand}
        bell={bell}
        isAuthority={session.user.role === 'government'}
        account={
          <>
            <UnsentLink />
            <AccountMenu user={session.user} />
          </>
        }
      />
      <div className="flex min-w-0 flex-1">
        <SideMenu menu={menu} expanded={expanded} />
        <main id="content" className="relative min-w-0 flex-1 pb-16 md:pb-0">
          <Arrival stays={owesPassword(session) || owesInformation(session)}>
            {bare ? (
              <div className="px-3 py-3">
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
          </Arrival>
          <PageVeil />
        </main>
      </div>
      <BottomBar menu={menu} />
      <Watermark lines={[session.user.name]} />
    </div>
  )
}
