import type { CliContext } from './cli-context.ts'
import { CommandError } from './cli-context.ts'

export interface Given {
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | undefined>>
}

export interface Command {
  readonly usage: string
  readonly says: string
  /** Boolean options; all others take a value. */
  readonly flags?: readonly string[]
  readonly options?: readonly string[]
  readonly leavesVersion?: boolean
  readonly needsKey?: boolean
  /** So that a lost key can be handled. */
  readonly takesAnyKey?: boolean
  run(desk: CliContext, given: Given): Promise<void>
}

export function need(given: Given, at: number, what: string): string {
  const word = given.words[at]
  if (word === undefined || word === '') throw new CommandError(`缺少${what}`)
  return word
}

export function needOption(given: Given, name: string, what: string): string {
  const value = given.options[name]
  if (typeof value !== 'string' || value === '') throw new CommandError(`缺少 --${name}（${what}）`)
  return value
}

export function needNumber(word: string, what: string): number {
  if (!/^[1-9]\d{0,14}$/.test(word)) throw new CommandError(`${what}应为编号：${word}`)
  return Number(word)
}
