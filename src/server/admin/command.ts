import type { Desk } from './desk.ts'
import { DeskError } from './desk.ts'

/** What a command was given: its words in order, and its options. */
export interface Given {
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | undefined>>
}

/** One thing `npm run admin` does. */
export interface Command {
  /** Its words and options as they are written after its name. */
  readonly usage: string
  readonly says: string
  /** Options that stand alone; all others take a word. */
  readonly flags?: readonly string[]
  readonly options?: readonly string[]
  /** Works on the database as it stands: one of a former version stays one. */
  readonly leavesVersion?: boolean
  /** Seals or opens what the service does: with a key that everybody knows only at home. */
  readonly needsKey?: boolean
  /** For what was sealed with a key that is lost. */
  readonly takesAnyKey?: boolean
  run(desk: Desk, given: Given): Promise<void>
}

/** A word that must be there. */
export function need(given: Given, at: number, what: string): string {
  const word = given.words[at]
  if (word === undefined || word === '') throw new DeskError(`缺少${what}`)
  return word
}

/** An option that must be there. */
export function needOption(given: Given, name: string, what: string): string {
  const value = given.options[name]
  if (typeof value !== 'string' || value === '') throw new DeskError(`缺少 --${name}（${what}）`)
  return value
}

/** A row's number. */
export function needNumber(word: string, what: string): number {
  if (!/^[1-9]\d{0,14}$/.test(word)) throw new DeskError(`${what}应为编号：${word}`)
  return Number(word)
}
