import { useNavigate, useRouter } from '@tanstack/react-router'
import { signOut } from '#app/data/auth.ts'
import { within } from '#app/offline/within.ts'
import { confirm } from '#app/ui/confirm.tsx'

/** How long a silent server may keep a person from leaving. */
const GOODBYE_MS = 2000

/** The way out: asked for by a person, or because the session is over on the server already. */
export function useSignOut() {
  const { door } = useRouter().options.context
  const navigate = useNavigate()

  /** What was read leaves the device, and the person stands at the start. */
  async function leave() {
    await door.leave()
    await navigate({ to: '/', replace: true })
  }

  async function ask() {
    if (!(await confirm({ question: '是否退出登录？' }))) return
    // What was read leaves the device whether or not the server hears of it, and soon.
    await within(GOODBYE_MS, signOut())
    await leave()
  }
  return { ask, leave }
}
