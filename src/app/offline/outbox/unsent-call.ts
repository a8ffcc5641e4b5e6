import type { Endpoint } from '#contract/endpoint.ts'
import type { UnsentCall } from './unsent-write.ts'

export function callOf({ id, group, verb, method, path, encoding, access, ...rest }: Endpoint): UnsentCall {
  const { stamped, repeated, whileOwing, whileIncomplete, timeoutMs } = rest
  const flags = { stamped, repeated, whileOwing, whileIncomplete, timeoutMs }
  const told = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined))
  return { id, group, verb, method, path, encoding, access, ...told }
}
