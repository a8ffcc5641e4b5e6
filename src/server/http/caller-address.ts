import type { Context } from 'hono'

/** The caller's network address; a proxy's word for it counts only where a proxy of ours stands in front. */
export function callerAddress(c: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  const socket = (c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming?.socket
  return forwarded ?? socket?.remoteAddress ?? 'unknown'
}
