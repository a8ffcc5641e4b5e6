import type { Access } from '#contract/access.ts'

/** An entry of the menu, told by the route it opens. */
export interface MenuEntry {
  readonly label: string
  readonly order: number
  readonly icon:
    | 'home'
    | 'overview'
    | 'alarm'
    | 'building'
    | 'problem'
    | 'message'
    | 'unit'
    | 'provider'
    | 'review'
    | 'publish'
    | 'audit'
    | 'mine'
  readonly access: Access
  /** `phone`: in the bottom bar alone, because a desk has another way there. */
  readonly only?: 'phone'
}
