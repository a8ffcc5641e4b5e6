import type { Actor } from '#contract/access.ts'

/** Source: document 1, section 4. */
export function homeOf(actor: Actor): '/socialData' | '/fireDepData' | '/portal' {
  if (actor.role === 'provider') return '/portal'
  return actor.role === 'government' ? '/fireDepData' : '/socialData'
}
