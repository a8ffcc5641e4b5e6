import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { PublicNotice } from '#app/parts/public-notice.tsx'
import { returnTo } from '#app/session/return-to.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { BuildingIcon, ShieldIcon } from '#app/ui/place-icons.tsx'

/** Of a QR code; opens after sign-in. */
export function ArrivalScreen({ id }: { id: string }) {
  useEffect(() => returnTo.write(`/pack/${id}`), [id])
  return (
    <PublicNotice title="登录后查看这栋建筑" hint={`建筑编号 ${id}`} more="可查看点位、问题和资料" isFire>
      <Entry to="/login" icon={<BuildingIcon />}>
        社会单位登录
      </Entry>
      <Entry to="/loginxf" icon={<ShieldIcon />}>
        消防救援机构登录
      </Entry>
    </PublicNotice>
  )
}

function Entry({ to, icon, children }: { to: '/login' | '/loginxf'; icon: ReactNode; children: string }) {
  return (
    <Link
      to={to}
      className="flex min-h-[4rem] items-center gap-3 rounded-md border border-line-strong bg-panel px-4 text-base font-semibold text-ink hover:border-link hover:text-link"
    >
      <span className="text-2xl text-link">{icon}</span>
      <span className="flex-1">{children}</span>
      <ChevronRightIcon className="text-ink-soft" />
    </Link>
  )
}
