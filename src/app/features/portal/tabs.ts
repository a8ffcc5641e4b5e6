import { informationType } from '#contract/dict/information-type.ts'

/** The columns of the portal by the number their address carries; 4 is the questions with one of them open. */
export const TABS = [
  { type: 0, label: informationType.label(0) },
  { type: 1, label: informationType.label(1) },
  { type: 2, label: informationType.label(2) },
  { type: 3, label: '常见问题' },
] as const

export type Tab = (typeof TABS)[number]['type'] | 4

/** Where the questions are, and where one of them is open. */
export const QUESTIONS = 3
export const ONE_QUESTION = 4
