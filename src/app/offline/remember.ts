import type { QueryClient } from '@tanstack/react-query'
import type { Door } from './door.ts'

/** For routes that read: brings what the app has read into their context. */
export async function remember({ context }: { context: { door: Door } }): Promise<{ client: QueryClient }> {
  return { client: (await context.door.memory()).client }
}
