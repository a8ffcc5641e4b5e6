import { createFileRoute, redirect } from '@tanstack/react-router'

/** Path of the documents. */
export const Route = createFileRoute('/_shell/buildingManage')({
  beforeLoad: () => {
    throw redirect({ to: '/buildingList', replace: true })
  },
})
