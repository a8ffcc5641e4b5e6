import { createFileRoute } from '@tanstack/react-router'
import { OutboxScreen } from '#app/features/outbox/outbox-screen.tsx'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell/outbox')({
  staticData: { title: '待提交' },
  beforeLoad: mayOpen('session'),
  component: OutboxScreen,
})
