import { createFileRoute } from '@tanstack/react-router'
import { PortalSignIn } from '#app/features/auth/portal-sign-in.tsx'
import { readHomeAhead } from '#app/features/portal/portal-queries.ts'
import { PortalScreen } from '#app/features/portal/portal-screen.tsx'
import { RegisterLink } from '#app/features/portal/register-link.tsx'

export const Route = createFileRoute('/_public/portal/')({
  staticData: { title: '首页' },
  loader: ({ context }) => readHomeAhead(context.client),
  component: () => (
    <PortalScreen
      signIn={
        <PortalSignIn>
          <RegisterLink />
        </PortalSignIn>
      }
    />
  ),
})
