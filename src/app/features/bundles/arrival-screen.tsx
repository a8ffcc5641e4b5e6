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
    <PublicNotice
      title="登录后查看这栋建筑"
      hint={
        <>
          建筑编号 <b className="font-semibold">{id}</b>
        </>
      }
      isFire
    >
      <Entry to="/login" icon={<BuildingIcon />} leads="火警、问题、评分与接入">
        社会单位登录
      </Entry>
      <Entry to="/loginxf" icon={<ShieldIcon />} leads="辖区火警、接入与评分">
        消防救援机构登录
      </Entry>
    </PublicNotice>
  )
}

interface EntryProps {
  readonly to: '/login' | '/loginxf'
  readonly icon: ReactNode
  readonly leads: string
  readonly children: string
}

function Entry({ to, icon, leads, children }: EntryProps) {
  return (
    <Link
      to={to}
      className="flex min-h-[4rem] items-center gap-3 rounded-md border border-line-strong bg-panel px-4 text-base font-semibold text-ink hover:border-link hover:text-link"
    >
      <span className="text-2xl text-link">{icon}</span>
      <span className="flex-1 py-2">
        {children}
        <span className="block text-sm font-normal text-ink-soft">{leads}</span>
      </span>
      <ChevronRightIcon className="text-ink-soft" />
    </Link>
  )
}
