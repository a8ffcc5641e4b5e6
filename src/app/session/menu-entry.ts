import type { Access } from '#contract/access.ts'

/** An entry of the menu, told by the route it opens. */
export interface MenuEntry {
  readonly label: string
  readonly order: number
  readonly icon: 'home' | 'overview' | 'building' | 'problem' | 'message' | 'unit' | 'provider' | 'review' | 'mine'
  readonly access: Access
}
