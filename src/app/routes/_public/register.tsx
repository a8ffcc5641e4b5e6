import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { RegisterScreen } from '#app/features/portal/register-screen.tsx'

const Application = lazy(() =>
  import('#app/features/auth/provider-application.tsx').then((loaded) => ({ default: loaded.ProviderApplication })),
)

export const Route = createFileRoute('/_public/register')({
  staticData: { title: '服务商注册' },
  component: () => <RegisterScreen application={<Application />} />,
})
