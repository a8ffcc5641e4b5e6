import { createFileRoute } from '@tanstack/react-router'
import { AuditScreen } from '#app/features/audit-log/audit-screen.tsx'
import { auditSearch } from '#app/features/audit-log/audit-search.ts'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell/auditLog')({
  staticData: { title: '操作审计', menu: { order: 70, icon: 'audit', access: 'gov' } },
  validateSearch: auditSearch,
  beforeLoad: mayOpen('gov'),
  component: AuditScreen,
})
