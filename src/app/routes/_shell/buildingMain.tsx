import { createFileRoute, redirect } from '@tanstack/react-router'
import { addressOf, formField } from '#app/lib/address-fields.ts'

const word = formField(/^\w{1,20}$/)

const search = addressOf({ id: word, canEdit: word, tabName: word })

/** The documents' name of a building's pages: the id, canEdit and tabName of its query become the address. */
export const Route = createFileRoute('/_shell/buildingMain')({
  validateSearch: search,
  beforeLoad: ({ search: { id, canEdit = '1', tabName = 'baseInfo' } }) => {
    if (id === undefined) throw redirect({ to: '/buildingList', replace: true })
    throw redirect({ to: '/buildDetail/$id/$canEdit/$tabName', params: { id, canEdit, tabName }, replace: true })
  },
})
