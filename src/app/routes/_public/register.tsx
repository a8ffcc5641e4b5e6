import { createFileRoute } from '@tanstack/react-router'
import { RegisterScreen } from '#app/features/portal/register-screen.tsx'

export const Route = createFileRoute('/_public/register')({
  staticData: { title: '服务商注册' },
  component: RegisterScreen,
})
