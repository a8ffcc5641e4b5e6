import { createFileRoute } from '@tanstack/react-router'
import { NoAccessScreen } from '#app/features/shell/no-access-screen.tsx'
import { formField, searchOf } from '#app/lib/address-fields.ts'

export const Route = createFileRoute('/_shell/noAccess')({
  staticData: { title: '没有权限', under: null },
  validateSearch: searchOf({ denied: formField(/^\/[\w/.-]{0,100}$/) }),
  component: () => <NoAccessScreen path={Route.useSearch().denied} />,
})
