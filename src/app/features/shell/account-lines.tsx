import type { SessionUser } from '#app/session/session.ts'
import { LoginPhoneLine } from './login-phone-line.tsx'
import { useKeepingNotice } from './use-keeping-notice.ts'

export function AccountLines({ user, hasPhone = true }: { user: SessionUser; hasPhone?: boolean }) {
  const notice = useKeepingNotice()
  return (
    <>
      <p className="text-base font-semibold text-ink">{user.name}</p>
      {user.companyName && user.companyName !== user.name && <p>{user.companyName}</p>}
      <p>账号 {user.account}</p>
      {hasPhone && user.isNeedModify === 1 && <LoginPhoneLine />}
      {notice && <p className="mt-1 max-w-[16rem] text-attention-ink">{notice}</p>}
    </>
  )
}
