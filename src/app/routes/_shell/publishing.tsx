import { createFileRoute } from '@tanstack/react-router'
import { readPublishingAhead } from '#app/features/publishing/publishing-queries.ts'
import { PublishingScreen } from '#app/features/publishing/publishing-screen.tsx'
import { publishingSearch } from '#app/features/publishing/publishing-search.ts'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell/publishing')({
  staticData: { title: '内容发布', menu: { order: 60, icon: 'publish', access: 'gov2' } },
  validateSearch: publishingSearch,
  beforeLoad: mayOpen('gov2'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => readPublishingAhead(context.client, deps),
  component: PublishingScreen,
})
