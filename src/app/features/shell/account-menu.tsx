import type { SessionUser } from '#app/session/session.ts'
import { Menu } from '#app/ui/menu.tsx'
import { PersonIcon } from '#app/ui/place-icons.tsx'
import { AccountLines } from './account-lines.tsx'
import { useAccountEntries } from './use-account-entries.tsx'

/** On phones 我的 takes its place. */
export function AccountMenu({ user }: { user: SessionUser }) {
  const { entries, dialogs } = useAccountEntries(user)
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
        head={<AccountLines user={user} />}
        entries={entries}
      />
      {dialogs}
    </>
  )
}
