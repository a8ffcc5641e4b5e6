import { createFileRoute, redirect } from '@tanstack/react-router'

/** Path of the documents. */
export const Route = createFileRoute('/_shell/accountManage')({
  beforeLoad: () => {
    throw redirect({ to: '/accountList', replace: true })
  },
})
