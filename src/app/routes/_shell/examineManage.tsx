import { createFileRoute, redirect } from '@tanstack/react-router'

/** Path of the documents. */
export const Route = createFileRoute('/_shell/examineManage')({
  beforeLoad: () => {
    throw redirect({ to: '/examineList', replace: true })
  },
})
