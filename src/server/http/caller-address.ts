import type { Context } from 'hono'

/** The caller's network address; a proxy's word for it counts only where a proxy of ours stands in front. */
export function callerAddress(c: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  const socket = (c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming?.socket
  return forwarded ?? socket?.remoteAddress ?? 'unknown'
}

/**
 * What stands for a caller where tries are counted: an IPv4 address itself, of an IPv6 address the first 64 bits.
 * Whoever has one IPv6 address has 2^64 of them, and a phone changes among them by the hour.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.toLowerCase().split('%', 1)
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare) ?? []
  if (mapped !== undefined) return mapped
  if (!bare.includes(':')) return bare
  const [head = '', tail] = bare.split('::', 2)
  const groups = (text: string) => text.split(':').filter(Boolean)
  const [first, last] = [groups(head), groups(tail ?? '')]
  const between = tail === undefined ? 0 : Math.max(8 - first.length - last.length, 0)
  const whole = [...first, ...Array.from({ length: between }, () => '0'), ...last]
  return `${whole
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

/** The caller's network, where guesses are counted: the first 24 bits of an IPv4 address, 64 of an IPv6 address. */
export function subnetOf(address: string): string {
  const network = networkOf(address)
  return /^\d+\.\d+\.\d+\.\d+$/.test(network) ? `${network.slice(0, network.lastIndexOf('.'))}.0/24` : network
}
