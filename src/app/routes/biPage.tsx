import { createFileRoute } from '@tanstack/react-router'
import { readWallAhead } from '#app/features/wall/wall-queries.ts'
import { WallScreen } from '#app/features/wall/wall-screen.tsx'
import { withQueryClient } from '#app/offline/with-query-client.ts'
import { areaOf } from '#app/parts/authority-area.ts'
import { authoritySearch } from '#app/parts/authority-search.ts'
import { QueryProvider } from '#app/parts/query-provider.tsx'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/biPage')({
  staticData: { title: '大屏', showsConnection: true },
  validateSearch: authoritySearch,
  beforeLoad: (opening) => {
    mayOpen('gov')(opening)
    return withQueryClient(opening)
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => readWallAhead(context.client, areaOf(deps)),
  component: () => (
    <QueryProvider>
      <WallScreen />
    </QueryProvider>
  ),
})
