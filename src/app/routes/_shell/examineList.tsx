import { createFileRoute } from '@tanstack/react-router'
import { AccessReviewScreen } from '#app/features/access-review/access-review-screen.tsx'
import { readReviewAhead } from '#app/features/access-review/review-queries.ts'
import { reviewSearch } from '#app/features/access-review/review-search.ts'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell/examineList')({
  staticData: { title: '接入审批', bare: true, menu: { order: 50, icon: 'review', access: 'gov2' } },
  validateSearch: reviewSearch,
  beforeLoad: mayOpen('gov2'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => readReviewAhead(context.client, deps),
  component: AccessReviewScreen,
})
