import type { Context } from 'hono'

export function clientIp(c: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  const socket = (c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming?.socket
  return forwarded ?? socket?.remoteAddress ?? 'unknown'
}

/** A client with IPv6 controls a /64, and phones change addresses hourly. */
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

export function subnetOf(address: string): string {
  const network = networkOf(address)
  return /^\d+\.\d+\.\d+\.\d+$/.test(network) ? `${network.slice(0, network.lastIndexOf('.'))}.0/24` : network
}
