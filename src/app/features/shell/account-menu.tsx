import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { actorOf, type SessionUser, useSession } from '#app/session/session.ts'
import { may } from '#contract/access.ts'
import { auth } from '#contract/auth.ts'
import { CameraIcon, KeyIcon, LockIcon, SignOutIcon, TakeAlongIcon } from '#app/ui/action-icons.tsx'
import { Menu, type MenuEntry } from '#app/ui/menu.tsx'
import { BuildingIcon, DocumentIcon, PersonIcon, PhoneIcon } from '#app/ui/place-icons.tsx'
import { BOTTOM_ENTRIES, MENU_ICONS } from './navigation.tsx'
import { LoginPhoneLine } from './login-phone-line.tsx'
import { useKeepingNotice } from './use-keeping-notice.ts'
import { useManual } from './use-manual.ts'
import { useMenu } from './use-menu.ts'
import { useSignOut } from './use-sign-out.ts'

const KeyDialog = lazy(() => import('./key-dialog.tsx').then((m) => ({ default: m.KeyDialog })))
const ChangePasswordDialog = lazy(() =>
  import('./change-password-dialog.tsx').then((m) => ({ default: m.ChangePasswordDialog })),
)
const LoginPhoneDialog = lazy(() => import('./login-phone-dialog.tsx').then((m) => ({ default: m.LoginPhoneDialog })))
const InformationDialog = lazy(() =>
  import('#app/parts/unit-information/information-dialog.tsx').then((m) => ({ default: m.InformationDialog })),
)

/** Who is signed in, what belongs to the account, and the way out. */
export function AccountMenu({ user }: { user: SessionUser }) {
  const { ask } = useSignOut()
  const navigate = useNavigate()
  const manual = useManual()
  const notice = useKeepingNotice()
  const actor = actorOf(useSession())
  const menu = useMenu()
  const isDesk = useMedia(DESK)
  const [open, setOpen] = useState<'key' | 'password' | 'phone' | 'unit' | null>(null)
  const close = () => setOpen(null)

  const entries: MenuEntry[] = [
    { key: 'sign-out', label: '退出登录', icon: <SignOutIcon />, onSelect: () => void ask() },
  ]
  entries.unshift(
    { key: 'scan', label: '扫码', icon: <CameraIcon />, onSelect: () => void navigate({ to: '/scan' }) },
    { key: 'packs', label: '离线资料', icon: <TakeAlongIcon />, onSelect: () => void navigate({ to: '/packs' }) },
  )
  // On a phone the menu at the bottom has no room for all.
  const beyond = isDesk ? [] : menu.slice(BOTTOM_ENTRIES)
  entries.unshift(
    ...beyond.map(({ to, label, icon }) => {
      const Icon = MENU_ICONS[icon]
      return { key: to, label, icon: <Icon />, onSelect: () => void navigate({ to }) }
    }),
  )
  if (manual) entries.unshift({ key: 'manual', label: '使用手册', icon: <DocumentIcon />, onSelect: manual })
  const owesNothing = user.isNeedModify === 1
  if (owesNothing)
    entries.unshift({ key: 'phone', label: '登录手机号', icon: <PhoneIcon />, onSelect: () => setOpen('phone') })
  // The authority's passwords are not changed here. Source: document 1, section 6.
  if (user.role !== 'government')
    entries.unshift({ key: 'password', label: '修改密码', icon: <LockIcon />, onSelect: () => setOpen('password') })
  if (may(auth.revealSecret.access, actor))
    entries.unshift({ key: 'key', label: '授权信息', icon: <KeyIcon />, onSelect: () => setOpen('key') })

  if (user.lawCompanyId !== null && owesNothing && user.isNeedEdit === 1 && may('unit', actor))
    entries.unshift({ key: 'unit', label: '单位信息', icon: <BuildingIcon />, onSelect: () => setOpen('unit') })

  return (
    <>
      <Menu
        label={`账号：${user.name}`}
        trigger={
          <>
            <PersonIcon className="h-5 w-5" />
            <span className="hidden max-w-[12rem] truncate sm:inline">{user.name}</span>
          </>
        }
        head={
          <>
            <p className="text-base text-ink">{user.name}</p>
            {user.companyName && user.companyName !== user.name && <p>{user.companyName}</p>}
            <p>账号 {user.account}</p>
            {owesNothing && <LoginPhoneLine />}
            {notice && <p className="mt-1 max-w-[16rem] text-attention-ink">{notice}</p>}
          </>
        }
        entries={entries}
      />
      <Suspense fallback={null}>
        {open === 'unit' && <InformationDialog initial={false} onClose={close} />}
        {open === 'key' && <KeyDialog onClose={close} />}
        {open === 'phone' && <LoginPhoneDialog onClose={close} />}
        {open === 'password' && <ChangePasswordDialog account={user.account} onClose={close} />}
      </Suspense>
    </>
  )
}
