import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PublicHeader } from '#app/parts/public-header.tsx'
import { noticeButton, PublicNotice } from '#app/parts/public-notice.tsx'
import { SupportPopover } from '#app/parts/support-popover.tsx'
import { returnTo } from '#app/session/return-to.ts'

/** Of a QR code; opens after sign-in. */
export function ArrivalScreen({ id }: { id: string }) {
  useEffect(() => returnTo.write(`/pack/${id}`), [id])
  return (
    <div className="flex min-h-screen flex-col bg-surface">
      <PublicHeader isLink>
        <SupportPopover />
      </PublicHeader>
      <PublicNotice title="查看建筑" note={`建筑编号 ${id}`} hint="登录后可查看点位、问题和资料">
        <Link to="/login" className={noticeButton('primary')}>
          单位登录
        </Link>
        <Link to="/loginxf" className={noticeButton()}>
          消防救援机构登录
        </Link>
      </PublicNotice>
    </div>
  )
}
