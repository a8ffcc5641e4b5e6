import { createFileRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'

const word = v.fallback(v.optional(v.pipe(v.unknown(), v.transform(String), v.regex(/^\w{1,20}$/))), undefined)

/** The documents' name of a building's pages: the id, canEdit and tabName of its query become the address. */
export const Route = createFileRoute('/_shell/buildingMain')({
  validateSearch: v.object({ id: word, canEdit: word, tabName: word }),
  beforeLoad: ({ search: { id, canEdit = '1', tabName = 'baseInfo' } }) => {
    if (id === undefined) throw redirect({ to: '/buildingList', replace: true })
    throw redirect({ to: '/buildDetail/$id/$canEdit/$tabName', params: { id, canEdit, tabName }, replace: true })
  },
})
