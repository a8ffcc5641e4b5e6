import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repositoryRoot as root } from '../support/repository-root.ts'
import { isOsiApproved } from './spdx.ts'

interface Manifest {
  name?: string
  version?: string
  license?: string | { type: string }
  licenses?: (string | { type: string })[]
  dev?: boolean
}

/** Each with its reason. */
const EXCEPTIONS = new Map([
  ['caniuse-lite', 'CC-BY-4.0: a table of facts about browsers, read while building, never shipped'],
  ['png-js', 'MIT by the LICENSE file it carries; its manifest forgot to say so'],
])

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Manifest
const word = (said: string | { type: string }) => (typeof said === 'string' ? said : said.type)

function licenceOf({ license, licenses }: Manifest): string {
  if (license) return word(license)
  return (licenses ?? []).map((one) => word(one)).join(' OR ')
}

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Manifest> }
const packages = Object.entries(lock.packages)
  .filter(([place]) => place !== '')
  .map(([place, locked]) => {
    const manifest = join(root, place, 'package.json')
    // In the lock file only.
    const licence = licenceOf(existsSync(manifest) ? read(manifest) : locked)
    return { name: place.replace(/^.*node_modules\//, ''), version: locked.version, licence }
  })

describe('every package, of build and run time', () => {
  test('has an OSI-approved licence', () => {
    expect(packages.length).toBeGreaterThan(300)
    const others = packages.filter(({ name, licence }) => !EXCEPTIONS.has(name) && !isOsiApproved(licence))
    expect(others.map(({ name, version, licence }) => `${name}@${version}: ${licence || 'no licence told'}`)).toEqual(
      [],
    )
  })

  test('that is listed as an exception is installed and needs it', () => {
    const needed = packages.filter(({ name, licence }) => EXCEPTIONS.has(name) && !isOsiApproved(licence))
    expect(new Set(needed.map(({ name }) => name))).toEqual(new Set(EXCEPTIONS.keys()))
  })
})

describe('a licence expression', () => {
  test('passes with one approved choice', () => {
    for (const good of ['MIT', '(MIT OR CC0-1.0)', 'CC0-1.0 OR (BSL-1.0 AND Zlib)', 'Apache-2.0 WITH LLVM-exception']) {
      expect([good, isOsiApproved(good)]).toEqual([good, true])
    }
  })

  test('fails without an approved choice, or if unreadable', () => {
    for (const bad of [
      '',
      'UNLICENSED',
      'SEE LICENSE IN LICENSE',
      'MIT AND BUSL-1.1',
      '(MIT',
      'CC-BY-NC-4.0 OR SSPL-1.0',
    ]) {
      expect([bad, isOsiApproved(bad)]).toEqual([bad, false])
    }
  })
})
