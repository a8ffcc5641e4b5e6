import { createFileRoute } from '@tanstack/react-router'
import { FirstRunScreen } from '#app/features/auth/first-run-screen.tsx'
import { searchOf, wordField } from '#app/lib/address-fields.ts'

export const Route = createFileRoute('/firstRun')({
  staticData: { title: '首次使用' },
  validateSearch: searchOf({ code: wordField }),
  component: FirstRun,
})

function FirstRun() {
  const { code = '' } = Route.useSearch()
  return <FirstRunScreen code={code} />
}
