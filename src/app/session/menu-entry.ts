import type { Access } from '#contract/access.ts'

export interface MenuEntry {
  /** Default: the page's title. */
  readonly label?: string
  readonly order: number
  readonly icon:
    | 'home'
    | 'overview'
    | 'alarm'
    | 'check'
    | 'building'
    | 'problem'
    | 'unit'
    | 'provider'
    | 'review'
    | 'publish'
    | 'audit'
  readonly access: Access
}
