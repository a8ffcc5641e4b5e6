import { createFileRoute, redirect } from '@tanstack/react-router'
import { searchOf, formField } from '#app/lib/address-fields.ts'

const word = formField(/^\w{1,20}$/)

const search = searchOf({ id: word, canEdit: word, tabName: word })

/** Path of the documents. */
export const Route = createFileRoute('/_shell/buildingMain')({
  validateSearch: search,
  beforeLoad: ({ search: { id, canEdit = '1', tabName = 'baseInfo' } }) => {
    if (id === undefined) throw redirect({ to: '/buildingList', replace: true })
    throw redirect({ to: '/buildDetail/$id/$canEdit/$tabName', params: { id, canEdit, tabName }, replace: true })
  },
})
