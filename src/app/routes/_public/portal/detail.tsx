import { createFileRoute, redirect } from '@tanstack/react-router'
import { PortalDetailScreen } from '#app/features/portal/detail-screen.tsx'
import { readDetailAhead } from '#app/features/portal/portal-queries.ts'
import { searchOf, choiceField, formField } from '#app/lib/address-fields.ts'

const search = searchOf({ type: choiceField([0, 1, 2, 3, 4]), question: formField(/^[^]{0,500}$/) })

export const Route = createFileRoute('/_public/portal/detail')({
  staticData: { title: '公告与资料' },
  validateSearch: search,
  // Older URLs carry an answer as `html`: dropped. Source: rulings, Addresses.
  beforeLoad: ({ search: { type, question }, location }) => {
    if ('html' in location.search) throw redirect({ to: '/portal/detail', search: { type, question }, replace: true })
  },
  loaderDeps: ({ search }) => ({ type: search.type ?? 0 }),
  loader: ({ context, deps }) => readDetailAhead(context.client, deps.type),
  component: Detail,
})

function Detail() {
  const { type = 0, question = '' } = Route.useSearch()
  return <PortalDetailScreen type={type} question={question} />
}
