import type { QueryClient } from '@tanstack/react-query'
import type { SessionLifecycle } from './session-lifecycle.ts'

/** `beforeLoad` of routes that read. */
export async function withQueryClient({
  context,
}: {
  context: { sessions: SessionLifecycle }
}): Promise<{ client: QueryClient }> {
  return { client: (await context.sessions.queryCache()).client }
}
