import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { ACCESSES } from '#contract/access.ts'
import { contract, endpoints } from '#contract/all.ts'
import { isCallPath } from '#contract/call-prefixes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { readTable } from './read-table.ts'
import { walkSchema } from '../support/walk-schema.ts'

const all = endpoints()
const documented = readTable<'group' | 'method' | 'path' | 'encoding' | 'access' | 'effect'>('documented-calls.tsv')
const asDocumented = new Map(documented.map((row) => [`${row.method} ${row.path}`, row]))
const address = (call: Endpoint) => `${call.method} ${call.path}`
const OURS = /^\/(open|field)\/v1\/|^\/ops\//

const fieldless = (call: Endpoint) =>
  walkSchema(call.input).some(
    ({ path, schema }) => path === '' && !/^(object|strict_object|union|variant|intersect)$/.test(schema.type),
  )

const those = (wrong: (call: Endpoint) => boolean) => all.filter(wrong).map((call) => call.id)

describe('every call', () => {
  test('has a unique name and path', () => {
    expect(all.length).toBeGreaterThan(10)
    expect(new Set(all.map((call) => call.id)).size).toBe(all.length)
    expect(new Set(all.map(address)).size).toBe(all.length)
  })

  test('is named by its declared group and verb', () => {
    const declared = Object.entries(contract).flatMap(([group, calls]) =>
      Object.keys(calls).map((verb) => `${group}.${verb}`),
    )
    expect(all.map((call) => call.id)).toEqual(declared)
    expect(those((call) => call.id !== `${call.group}.${call.verb}`)).toEqual([])
  })

  test('has a path under a call prefix, without pages', () => {
    expect(those((call) => !isCallPath(call.path))).toEqual([])
  })

  test('that reads has its input in the URL, and a posted one in its body', () => {
    expect(those((call) => (call.method === 'GET') !== (call.encoding === 'query'))).toEqual([])
  })

  test('that writes is never cached, and only such a call may be queued in the outbox', () => {
    expect(those((call) => call.effect && call.cache !== undefined)).toEqual([])
    expect(those((call) => !call.effect && call.queue !== undefined)).toEqual([])
  })

  test('has a known access; anonymous calls have no rule for required changes', () => {
    expect(those((call) => !ACCESSES.includes(call.access))).toEqual([])
    expect(those((call) => call.access === 'public' && call.whileOwing === true)).toEqual([])
  })

  test('has a one-sentence Chinese description', () => {
    const sentence = (said: string) => /^[^\n]{4,}。$/.test(said) && /\p{Script=Han}/u.test(said)
    const halfWidth = /\p{Script=Han}[,;:.!?]|[,;:.!?]\p{Script=Han}/u
    expect(those(({ summary }) => !sentence(summary) || halfWidth.test(summary))).toEqual([])
  })

  test('accepts and returns objects of declared fields', () => {
    const open = /^(any|unknown|loose_object|object_with_rest|record|custom)$/
    expect(those(fieldless)).toEqual([])
    const loose = (schema: v.GenericSchema) => walkSchema(schema).some((place) => open.test(place.schema.type))
    // Their own schemas check a batch.
    expect(those((call) => loose(call.input) || loose(call.output))).toEqual(['batch.read'])
  })

  test('rejects a text of a hundred thousand characters in each of its fields', () => {
    const endless = 'a'.repeat(100_000)
    const swallowed = all.flatMap((call) =>
      walkSchema(call.input)
        .filter(({ field, schema }) => field && v.safeParse(schema, endless).success)
        .map(({ path }) => `${call.id}: ${path}`),
    )
    expect(swallowed).toEqual([])
  })

  test('with a cached answer returns no phone, identity number or secret', () => {
    const secret = /phone|\btel\b|secret|appkey|password|psd|idcard|license|token/i
    const carried = all
      .filter((call) => call.cache === 'keep')
      .flatMap((call) => walkSchema(call.output).map((place) => `${call.id}: ${place.path}`))
      .filter((place) => secret.test(place))
    expect(carried).toEqual([])
  })
})

describe('the documented calls', () => {
  test('are 101 or more, without duplicates', () => {
    expect(documented.length).toBeGreaterThan(100)
    expect(asDocumented.size).toBe(documented.length)
  })

  test('agree with the declarations: method, path, encoding, access, effect', () => {
    const built = all.filter((call) => !OURS.test(call.path))
    const said = built.map((call) => [address(call), call.encoding, call.access, call.effect ? 'yes' : 'no'].join(' '))
    const written = built.map((call) => {
      const row = asDocumented.get(address(call))
      return row
        ? [`${row.method} ${row.path}`, row.encoding, row.access, row.effect].join(' ')
        : `${address(call)}: not documented`
    })
    expect(said).toEqual(written)
    console.log(
      `${built.length} of ${documented.length} documented calls are declared, and ${all.length - built.length} of ours`,
    )
  })

  test('have their own paths, outside ours', () => {
    expect(documented.filter((row) => OURS.test(row.path) || !isCallPath(row.path))).toEqual([])
  })
})
