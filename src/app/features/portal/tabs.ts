import { informationType } from '#contract/dict/information-type.ts'

/** By their number in the URL; 4: with one question open. */
export const PORTAL_TABS = [
  { type: 0, label: informationType.label(0) },
  { type: 1, label: informationType.label(1) },
  { type: 2, label: informationType.label(2) },
  { type: 3, label: '常见问题' },
] as const

export type PortalTab = (typeof PORTAL_TABS)[number]['type'] | 4

export const QUESTIONS = 3
export const ONE_QUESTION = 4
