import { createFileRoute } from '@tanstack/react-router'
import { AlarmWatch } from '#app/features/alarm/alarm-watch.tsx'
import { CheckWatch } from '#app/features/duty-check/check-watch.tsx'
import { MessageBell } from '#app/features/message/message-bell.tsx'
import { SearchEntry } from '#app/features/search/search-entry.tsx'
import { Shell } from '#app/features/shell/shell.tsx'
import { withQueryClient } from '#app/offline/with-query-client.ts'
import { QueryProvider } from '#app/parts/query-provider.tsx'
import { mayOpen } from '#app/session/guard.ts'

export const Route = createFileRoute('/_shell')({
  beforeLoad: (opening) => {
    mayOpen('session')(opening)
    return withQueryClient(opening)
  },
  component: () => (
    <QueryProvider>
      <Shell
        bell={<MessageBell />}
        search={<SearchEntry />}
        alarms={
          <>
            <AlarmWatch />
            <CheckWatch />
          </>
        }
      />
    </QueryProvider>
  ),
})
