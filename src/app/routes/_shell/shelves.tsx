import { createFileRoute } from '@tanstack/react-router'
import { readShelvesAhead } from '#app/features/shelf/shelf-queries.ts'
import { ShelfScreen } from '#app/features/shelf/shelf-screen.tsx'
import { shelfSearch } from '#app/features/shelf/shelf-search.ts'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell/shelves')({
  staticData: { title: '检修登记', under: '/alarms' },
  validateSearch: shelfSearch,
  beforeLoad: mayOpen('duty'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => readShelvesAhead(context.client, deps),
  component: ShelfScreen,
})
