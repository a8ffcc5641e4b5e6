import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { type Actor, may } from '#contract/access.ts'
import { unlessLive } from '#app/data/live-state.ts'
import { approvalQuery } from '#app/data/approval.ts'
import { homeOf } from '#app/session/home.ts'
import type { MenuEntry } from '#app/session/menu-entry.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import { ChevronLeftIcon } from '#app/ui/action-icons.tsx'
import { CountBadge } from '#app/ui/badge.tsx'
import { cx } from '#app/ui/cx.ts'
import { EyeIcon, type IconType } from '#app/ui/icon.tsx'
import {
  AnnouncementIcon,
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
  ScanIcon,
  ShieldIcon,
} from '#app/ui/place-icons.tsx'
import { openFires } from '#app/parts/open-fires.ts'
import type { MenuItem } from '#app/parts/use-menu.ts'
import { useManual } from './use-manual.ts'

const EVERY_MS = 3 * 60_000

export const MENU_ICONS: Readonly<Record<MenuEntry['icon'], IconType>> = {
  home: HomeIcon,
  overview: OverviewIcon,
  alarm: FlameIcon,
  check: EyeIcon,
  building: BuildingIcon,
  problem: ProblemIcon,
  unit: PeopleIcon,
  provider: ProviderIcon,
  review: ReviewIcon,
  publish: AnnouncementIcon,
  audit: ShieldIcon,
}

const ENTRY =
  'relative flex min-h-control shrink-0 flex-col items-center justify-center gap-0.5 rounded py-1.5 text-center text-xs text-ink-soft hover:bg-sunk hover:text-ink'
const ENTRY_WIDE = 'lg:flex-row lg:justify-start lg:gap-2.5 lg:px-3 lg:text-left lg:text-base'

const CURRENT = 'bg-link/10 font-medium text-link'

interface SideMenuProps {
  readonly menu: readonly MenuItem[]
  readonly expanded: boolean
  readonly under: string | null | undefined
}

export function SideMenu({ menu, expanded, under }: SideMenuProps) {
  const manual = useManual()
  return (
    <nav
      id="frame-menu"
      aria-label="主菜单"
      className={cx(
        'sticky top-bar hidden h-[calc(100vh-56px)] shrink-0 flex-col gap-1 overflow-y-auto border-r border-line bg-panel px-0.5 py-2 md:flex md:w-20',
        expanded && 'lg:w-menu lg:px-2',
      )}
    >
      {menu.map(({ to, label, icon }) => {
        const Icon = MENU_ICONS[icon]
        return (
          <Link
            key={to}
            to={to}
            className={cx(ENTRY, expanded && ENTRY_WIDE, to === under && CURRENT)}
            activeProps={{ className: CURRENT, 'aria-current': 'page' }}
          >
            <Icon className="h-5 w-5" />
            <span className={cx('sr-only', expanded && 'lg:not-sr-only')}>{label}</span>
            <span aria-hidden="true" className={cx(expanded && 'lg:hidden')}>
              {label.replace(/社会|接入|管理/g, '')}
            </span>
            <span className={cx('absolute left-1/2 top-0.5 ml-2.5 flex', expanded && 'lg:static lg:ml-auto')}>
              <MenuCount to={to} />
            </span>
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

interface Place {
  readonly to: string
  readonly label: string
  readonly icon: IconType
}

const SCAN: Place = { to: '/scan', label: '扫码', icon: ScanIcon }
const BUILDINGS: Place = { to: '/buildingList', label: '建筑', icon: BuildingIcon }
const PROBLEMS: Place = { to: '/problemStatistics', label: '问题', icon: ProblemIcon }
const MINE: Place = { to: '/mine', label: '我的', icon: PersonIcon }

/** Five places of the phone's bar; providers have no home. All else is on 我的. */
export function bottomPlaces(actor: Actor | null): readonly Place[] {
  if (may('unit', actor)) return [{ to: '/socialData', label: '首页', icon: HomeIcon }, BUILDINGS, SCAN, PROBLEMS, MINE]
  if (!may('gov', actor)) return [BUILDINGS, SCAN, MINE]
  const overview: Place = { to: '/fireDepData', label: '概览', icon: OverviewIcon }
  const alarms: Place = { to: '/alarms', label: '火警', icon: FlameIcon }
  if (!may('desk', actor))
    return [overview, alarms, BUILDINGS, { to: '/unitList', label: '单位', icon: PeopleIcon }, MINE]
  if (!may('gov2', actor)) return [overview, alarms, SCAN, BUILDINGS, MINE]
  return [overview, alarms, BUILDINGS, { to: '/examineList', label: '审批', icon: ReviewIcon }, MINE]
}

/** An installed app has no other. */
export function BackButton() {
  const actor = actorOf(useSession())
  const { history } = useRouter()
  const path = useLocation({ select: ({ pathname }) => pathname })
  if (!actor || bottomPlaces(actor).some(({ to }) => to === path)) return null
  return (
    <button
      type="button"
      aria-label="后退"
      onClick={() => (history.canGoBack() ? history.back() : history.push(homeOf(actor)))}
      className="-ml-3 flex h-control w-control shrink-0 items-center justify-center text-2xl md:hidden"
    >
      <ChevronLeftIcon />
    </button>
  )
}

export function BottomBar({ under }: { readonly under: string | null | undefined }) {
  const actor = actorOf(useSession())
  const path = useLocation({ select: ({ pathname }) => pathname })
  const places = bottomPlaces(actor)
  const at = [path, under, path.startsWith('/alarms') && PROBLEMS.to, MINE.to]
  const current = under === null ? undefined : at.find((one) => places.some(({ to }) => to === one))
  return (
    <nav
      id="frame-places"
      aria-label="底部菜单"
      className="fixed bottom-0 left-0 right-0 z-bar flex border-t border-line bg-panel pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {places.map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          className={cx(
            'flex min-h-[4rem] flex-1 flex-col items-center justify-center gap-0.5 text-xs',
            to === current ? 'font-medium text-link' : 'text-ink-soft',
          )}
          aria-current={to === current || undefined}
        >
          {to === '/scan' ? (
            <>
              <span
                className={cx(
                  'flex h-[3.25rem] w-[3.25rem] items-center justify-center rounded-full bg-action text-2xl text-action-on',
                  to === current && 'ring-2 ring-link ring-offset-2 ring-offset-panel',
                )}
              >
                <Icon />
              </span>
              <span className="sr-only">{label}</span>
            </>
          ) : (
            <>
              <span className="relative">
                <Icon className="h-5 w-5" />
                <span className="pointer-events-none absolute -top-2 left-full flex">
                  <MenuCount to={to === PROBLEMS.to ? '/alarms' : to} />
                </span>
              </span>
              {label}
            </>
          )}
        </Link>
      ))}
    </nav>
  )
}

function MenuCount({ to }: { to: string }) {
  if (to === '/alarms') return <FireCount />
  return to === '/examineList' || to === '/companyList' ? <PendingCount isReview={to === '/examineList'} /> : null
}

function FireCount() {
  const { total = 0, isFailed } = useSyncExternalStore(openFires.follow, openFires.read)
  if (isFailed)
    return (
      <span className="text-sm font-semibold text-attention-ink">
        <span aria-hidden="true">?</span>
        <span className="sr-only">未取得</span>
      </span>
    )
  return <CountBadge look="fire" count={total} label="处火警未结束" />
}

function PendingCount({ isReview }: { isReview: boolean }) {
  const { data } = useQuery({
    ...approvalQuery.pending(),
    refetchInterval: unlessLive(EVERY_MS),
    refetchOnWindowFocus: true,
  })
  const count = (isReview ? data?.applications : data?.providers) ?? 0
  return <CountBadge look="work" count={count} label={isReview ? '项待审批' : '家待审核'} />
}
