import { createFileRoute, redirect } from '@tanstack/react-router'

/** Path of the documents. */
export const Route = createFileRoute('/_shell/companyManage')({
  beforeLoad: () => {
    throw redirect({ to: '/companyList', replace: true })
  },
})
