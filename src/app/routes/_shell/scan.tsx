import { createFileRoute } from '@tanstack/react-router'
import { ScanScreen } from '#app/features/scan/scan-screen.tsx'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell/scan')({
  staticData: { title: '扫码' },
  beforeLoad: mayOpen('session'),
  component: ScanScreen,
})
