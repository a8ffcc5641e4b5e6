import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { FirstRunScreen } from '#app/features/auth/first-run-screen.tsx'

export const Route = createFileRoute('/firstRun')({
  staticData: { title: '首次使用' },
  validateSearch: v.object({ code: v.optional(v.fallback(v.string(), '')) }),
  component: FirstRun,
})

function FirstRun() {
  const { code = '' } = Route.useSearch()
  return <FirstRunScreen code={code} />
}
