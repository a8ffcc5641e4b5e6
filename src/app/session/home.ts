import type { Actor } from '#contract/access.ts'

/** Source: document 1, section 4. */
export function homeOf(actor: Actor): '/socialData' | '/fireDepData' | '/provider' {
  if (actor.role === 'provider') return '/provider'
  return actor.role === 'government' ? '/fireDepData' : '/socialData'
}
