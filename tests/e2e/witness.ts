import type { Locator } from '@playwright/test'
import { expect } from './fixtures.ts'

interface Noted {
  readonly at: number
  readonly words: string
}

const SEEN_MS = 60_000

export function inGroups(found: readonly string[], groups: readonly (string | readonly string[])[]): string[][] {
  let from = 0
  return groups.map((group, at) => {
    const { length } = [group].flat()
    const own = found.slice(from, at === groups.length - 1 ? undefined : from + length)
    from += length
    return own.toSorted()
  })
}

export function createWitness(messages: () => readonly Noted[]) {
  const noted: Noted[] = []
  const reports: Noted[] = []
  const watched: Promise<unknown>[] = []
  const sequence = () => [...noted, ...messages()].toSorted((one, other) => one.at - other.at)
  return {
    reported: (at: number) => void reports.push({ at, words: '平台 收到报警' }),

    sees(person: string, thing: string, of: Locator): Promise<void> {
      const seen = of
        .first()
        .waitFor({ timeout: SEEN_MS })
        .then(() => void noted.push({ at: Date.now(), words: `${person} ${thing}` }))
      watched.push(seen.catch(() => undefined))
      return seen
    },

    /** In any order within a group. */
    async order(...groups: readonly string[][]): Promise<void> {
      await Promise.all(watched)
      const found = () => sequence().map(({ words }) => words)
      await expect.poll(() => inGroups(found(), groups)).toEqual(groups.map((group) => group.toSorted()))
    },

    table(title: string, ledger: readonly string[]): string {
      const begun = reports[0]?.at ?? 0
      const lines = [...reports, ...sequence()]
        .toSorted((one, other) => one.at - other.at)
        .map(({ at, words }) => `${String(Math.round(at - begun)).padStart(7)} ms  ${words}`)
      return [title, ...lines, ...ledger.map((row) => `    ledger  ${row}`)].join('\n')
    },
  }
}

export type Witness = ReturnType<typeof createWitness>
