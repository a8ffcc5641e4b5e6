import { createFileRoute, redirect } from '@tanstack/react-router'

/** The documents' name of the area; its first page is the list. */
export const Route = createFileRoute('/_shell/accountManage')({
  beforeLoad: () => {
    throw redirect({ to: '/accountList', replace: true })
  },
})
