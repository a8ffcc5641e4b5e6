import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { may } from '#contract/access.ts'
import { approvalQuery } from '#app/data/approval.ts'
import type { MenuEntry } from '#app/session/menu-entry.ts'
import { UnreadBadge } from '#app/parts/unread-count.tsx'
import { actorOf, useSession } from '#app/session/session.ts'
import { CountBadge } from '#app/ui/badge.tsx'
import { cx } from '#app/ui/cx.ts'
import type { IconType } from '#app/ui/icon.tsx'
import {
  AnnouncementIcon,
  BellIcon,
  BuildingIcon,
  DocumentIcon,
  FlameIcon,
  HomeIcon,
  OverviewIcon,
  PeopleIcon,
  PersonIcon,
  ProblemIcon,
  ProviderIcon,
  ReviewIcon,
  ShieldIcon,
} from '#app/ui/place-icons.tsx'
import type { MenuItem } from './use-menu.ts'
import { useManual } from './use-manual.ts'

/** As often as the bell. */
const EVERY_MS = 3 * 60_000

export const MENU_ICONS: Readonly<Record<MenuEntry['icon'], IconType>> = {
  home: HomeIcon,
  overview: OverviewIcon,
  alarm: FlameIcon,
  building: BuildingIcon,
  problem: ProblemIcon,
  message: BellIcon,
  unit: PeopleIcon,
  provider: ProviderIcon,
  review: ReviewIcon,
  publish: AnnouncementIcon,
  audit: ShieldIcon,
  mine: PersonIcon,
}

/** As many as a thumb can tell apart; the others are in the account's menu. */
export const BOTTOM_ENTRIES = 5

const ENTRY =
  'flex min-h-control shrink-0 flex-col items-center justify-center gap-0.5 rounded py-1.5 text-center text-xs text-ink-soft hover:bg-sunk hover:text-ink'
const ENTRY_WIDE = 'lg:flex-row lg:justify-start lg:gap-2.5 lg:px-3 lg:text-left lg:text-base'

/** The menu at the left: 182 px wide, a rail of icons when folded and on tablets. */
export function SideMenu({ menu, expanded }: { menu: readonly MenuItem[]; expanded: boolean }) {
  const manual = useManual()
  return (
    <nav
      aria-label="主菜单"
      className={cx(
        'sticky top-bar hidden h-[calc(100vh-56px)] shrink-0 flex-col gap-1 overflow-y-auto border-r border-line bg-panel px-0.5 py-2 md:flex md:w-20',
        expanded && 'lg:w-menu lg:px-2',
      )}
    >
      {menu
        .filter(({ only }) => only !== 'phone')
        .map(({ to, label, icon }) => {
          const Icon = MENU_ICONS[icon]
          return (
            <Link
              key={to}
              to={to}
              className={cx(ENTRY, expanded && ENTRY_WIDE)}
              activeProps={{ className: 'bg-link/10 font-medium text-link', 'aria-current': 'page' }}
            >
              <Icon className="h-5 w-5" />
              {label}
              <PendingCount to={to} />
            </Link>
          )
        })}
      {manual && (
        <button type="button" onClick={manual} className={cx(ENTRY, 'mt-auto', expanded && ENTRY_WIDE)}>
          <DocumentIcon className="h-5 w-5" />
          使用手册
          <span className="sr-only">（在新窗口打开）</span>
        </button>
      )}
    </nav>
  )
}

/** The menu at the bottom of a phone, within a thumb's reach. */
export function BottomBar({ menu }: { menu: readonly MenuItem[] }) {
  return (
    <nav
      aria-label="底部菜单"
      className="fixed bottom-0 left-0 right-0 z-bar flex border-t border-line bg-panel pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {menu.slice(0, BOTTOM_ENTRIES).map(({ to, label, icon }) => {
        const Icon = MENU_ICONS[icon]
        return (
          <Link
            key={to}
            to={to}
            className="flex min-h-[3.25rem] flex-1 flex-col items-center justify-center gap-0.5 text-xs text-ink-soft"
            activeProps={{ className: 'font-medium text-link', 'aria-current': 'page' }}
          >
            <span className="relative">
              <Icon className="h-5 w-5" />
              {icon === 'message' && <UnreadBadge />}
            </span>
            {label}
          </Link>
        )
      })}
    </nav>
  )
}

/** How much waits for the reviewer on a page of the menu. */
function PendingCount({ to }: { to: string }) {
  const isReview = to === '/examineList'
  const isReviewer = may('gov2', actorOf(useSession()))
  const { data } = useQuery({
    ...approvalQuery.pending(),
    enabled: isReviewer && (isReview || to === '/companyList'),
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: true,
  })
  const count = isReview ? data?.applications : data?.providers
  if (!isReviewer || !count || (!isReview && to !== '/companyList')) return null
  return <CountBadge count={count} label={isReview ? '项待审批' : '家待审核'} />
}
