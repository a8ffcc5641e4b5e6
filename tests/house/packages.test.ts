import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot as root } from '../support/repository-root.ts'

const FIXED_IN: readonly (readonly [name: string, version: string, advisory: string])[] = [
  ['esbuild', '0.25.0', 'GHSA-67mh-4wv8-2f99'],
  ['tar-fs', '2.1.4', 'CVE-2024-12905, CVE-2025-48387, CVE-2025-59343'],
]

/** Copies without an override, with the reason why they are harmless. */
const EXCEPTIONS = new Map([
  ['node_modules/lambdafs/node_modules/tar-fs', 'is carried in an archive of lambdafs, which nothing runs'],
])

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { version?: string }>
}

const numbersOf = (version: string) => version.split('-')[0]!.split('.').map(Number)
function isBelow(version: string, first: string): boolean {
  const [own, other] = [numbersOf(version), numbersOf(first)]
  const at = own.findIndex((part, i) => part !== other[i])
  return at >= 0 && own[at]! < other[at]!
}

test.each(FIXED_IN)('the dependency tree has no %s below %s (%s)', (name, first) => {
  const places = Object.entries(packages).filter(([place]) => place.endsWith(`node_modules/${name}`))
  expect(places.length).toBeGreaterThan(0)
  const old = places.filter(([place, { version = '0' }]) => !EXCEPTIONS.has(place) && isBelow(version, first))
  expect(old.map(([place, { version }]) => `${place} ${version}`)).toEqual([])
})
