import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { actorOf, type SessionUser, useSession } from '#app/session/session.ts'
import { may } from '#contract/access.ts'
import { auth } from '#contract/auth.ts'
import { KeyIcon, LockIcon, SignOutIcon, TakeAlongIcon } from '#app/ui/action-icons.tsx'
import { RefreshIcon } from '#app/ui/icon.tsx'
import type { MenuOption } from '#app/ui/menu.tsx'
import { BuildingIcon, DocumentIcon, PhoneIcon, ScanIcon } from '#app/ui/place-icons.tsx'
import { useManual } from './use-manual.ts'
import { useSignOut } from './use-sign-out.ts'

const KeyDialog = lazy(() => import('./key-dialog.tsx').then((m) => ({ default: m.KeyDialog })))
const ChangePasswordDialog = lazy(() =>
  import('./change-password-dialog.tsx').then((m) => ({ default: m.ChangePasswordDialog })),
)
const LoginPhoneDialog = lazy(() => import('./login-phone-dialog.tsx').then((m) => ({ default: m.LoginPhoneDialog })))
const InformationDialog = lazy(() =>
  import('#app/parts/unit-information/information-dialog.tsx').then((m) => ({ default: m.InformationDialog })),
)

export function useAccountEntries(user: SessionUser): { entries: MenuOption[]; dialogs: ReactNode } {
  const { ask, handOver } = useSignOut()
  const navigate = useNavigate()
  const manual = useManual()
  const actor = actorOf(useSession())
  const [open, setOpen] = useState<'key' | 'password' | 'phone' | 'unit' | null>(null)
  const close = () => setOpen(null)

  const entries: MenuOption[] = [
    ...('subtle' in crypto
      ? [{ key: 'hand-over', label: '换人使用', icon: <RefreshIcon />, onSelect: () => void handOver() }]
      : []),
    { key: 'sign-out', label: '退出登录', icon: <SignOutIcon />, onSelect: () => void ask() },
  ]
  entries.unshift(
    { key: 'scan', label: '扫码', icon: <ScanIcon />, onSelect: () => void navigate({ to: '/scan' }) },
    { key: 'packs', label: '离线资料', icon: <TakeAlongIcon />, onSelect: () => void navigate({ to: '/packs' }) },
  )
  if (manual) entries.unshift({ key: 'manual', label: '使用手册', icon: <DocumentIcon />, onSelect: manual })
  const owesNothing = user.isNeedModify === 1
  if (owesNothing)
    entries.unshift({ key: 'phone', label: '登录手机号', icon: <PhoneIcon />, onSelect: () => setOpen('phone') })
  // Source: document 1, section 6.
  if (user.role !== 'government')
    entries.unshift({ key: 'password', label: '修改密码', icon: <LockIcon />, onSelect: () => setOpen('password') })
  if (may(auth.revealSecret.access, actor))
    entries.unshift({ key: 'key', label: '授权信息', icon: <KeyIcon />, onSelect: () => setOpen('key') })

  if (user.lawCompanyId !== null && owesNothing && user.isNeedEdit === 1 && may('unit', actor))
    entries.unshift({ key: 'unit', label: '单位信息', icon: <BuildingIcon />, onSelect: () => setOpen('unit') })

  const dialogs = (
    <Suspense fallback={null}>
      {open === 'unit' && <InformationDialog initial={false} onClose={close} />}
      {open === 'key' && <KeyDialog onClose={close} />}
      {open === 'phone' && <LoginPhoneDialog onClose={close} />}
      {open === 'password' && <ChangePasswordDialog account={user.account} onClose={close} />}
    </Suspense>
  )
  return { entries, dialogs }
}
