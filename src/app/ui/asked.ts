import type { ButtonKind } from './button.tsx'
import { createStore } from './store.ts'

/** One way to answer, with the button that gives it. */
export interface Choice {
  readonly key: string
  readonly label: string
  readonly kind?: ButtonKind
  /** The button that has the focus first: the answer that destroys nothing. */
  readonly first?: boolean
}

/** A question that stands, or that has just been answered and is leaving. */
export interface Asked {
  /** '是否退出登录？' */
  readonly question: string
  /** What follows from a yes, when it is not plain. */
  readonly detail?: string
  readonly title?: string
  readonly open: boolean
  readonly choices: readonly Choice[]
  readonly answer: (key: string | null) => void
}

export const asked = createStore<Asked | null>(null)
