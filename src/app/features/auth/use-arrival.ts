import { useNavigate, useRouter } from '@tanstack/react-router'
import type { SignInResult } from '#app/data/sign-in.ts'
import { homeOf } from '#app/session/home.ts'
import { actorOf, currentSession, owesPassword } from '#app/session/session.ts'

/** Source: document 1, section 4. */
export function useArrival() {
  const navigate = useNavigate()
  const { sessions } = useRouter().options.context
  return async (arrival: SignInResult): Promise<void> => {
    if (arrival.user.role === 'provider') {
      const { arriveAsProvider } = await import('./provider-site.ts')
      return arriveAsProvider(sessions, arrival)
    }
    await sessions.signIn(arrival.token, arrival.user)
    const session = currentSession()
    const actor = actorOf(session)
    if (actor)
      await navigate({ to: homeOf(actor), search: owesPassword(session) ? { isNeedModify: true } : {}, replace: true })
  }
}
