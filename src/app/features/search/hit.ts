import type { ReactNode } from 'react'

export type HitKind = 'recent' | 'alarm' | 'building' | 'unit' | 'point' | 'provider' | 'page'

export interface Hit {
  readonly kind: HitKind
  readonly key: string
  readonly title: string
  readonly second: string
  readonly kept?: string
  readonly to: string
  readonly lead: ReactNode
  readonly note?: ReactNode
  readonly isUrgent?: boolean
  readonly facts: readonly (readonly [string, ReactNode])[]
  readonly more?: readonly { readonly label: string; readonly to: string }[]
}

export interface HitGroup {
  readonly kind: HitKind
  readonly label: string
  readonly hits: readonly Hit[]
  /** As shown; empty if it equals the number of rows. */
  readonly total: string
}
