import { createFileRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { DetailScreen } from '#app/features/portal/detail-screen.tsx'
import { readDetailAhead } from '#app/features/portal/portal-queries.ts'

const text = v.pipe(
  v.unknown(),
  v.transform((value) => (typeof value === 'object' ? '' : String(value))),
  v.maxLength(500),
)

export const Route = createFileRoute('/_public/portal/detail')({
  staticData: { title: '信息公开' },
  validateSearch: v.object({
    type: v.fallback(v.optional(v.pipe(v.unknown(), v.transform(Number), v.picklist([0, 1, 2, 3, 4])), 0), 0),
    question: v.fallback(v.optional(text), undefined),
  }),
  // Older addresses carry an answer as `html`: it is dropped, answers come from the server. Source: rulings, Addresses.
  beforeLoad: ({ search: { type, question }, location }) => {
    if ('html' in location.search) throw redirect({ to: '/portal/detail', search: { type, question }, replace: true })
  },
  loaderDeps: ({ search }) => ({ type: search.type }),
  loader: ({ context, deps }) => readDetailAhead(context.client, deps.type),
  component: Detail,
})

function Detail() {
  const { type, question = '' } = Route.useSearch()
  return <DetailScreen type={type} question={question} />
}
