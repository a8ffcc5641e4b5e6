import { createFileRoute, redirect } from '@tanstack/react-router'

/** Path of the documents. */
export const Route = createFileRoute('/_shell/unitManage')({
  beforeLoad: () => {
    throw redirect({ to: '/unitList', replace: true })
  },
})
