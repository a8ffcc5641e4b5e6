import { createFileRoute, redirect } from '@tanstack/react-router'
import { SignInScreen } from '#app/features/auth/sign-in-screen.tsx'
import { clearOnOpening } from '#app/offline/clear-on-opening.ts'
import { holdFragment } from '#app/session/entry-token.ts'

export const Route = createFileRoute('/login')({
  staticData: { title: '社会单位登录' },
  beforeLoad: async (opening) => {
    // Without a document load main.tsx has not read its token.
    if (!opening.preload && holdFragment(opening.location.hash)) throw redirect({ to: '/login', replace: true })
    await clearOnOpening(opening)
  },
  component: () => <SignInScreen kind="unit" />,
})
