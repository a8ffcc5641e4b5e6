import { createFileRoute } from '@tanstack/react-router'
import { SignInScreen } from '#app/features/auth/sign-in-screen.tsx'
import { clearOnOpening } from '#app/offline/clear-on-opening.ts'

export const Route = createFileRoute('/loginxf')({
  staticData: { title: '消防救援机构登录' },
  beforeLoad: clearOnOpening,
  component: () => <SignInScreen kind="institution" />,
})
