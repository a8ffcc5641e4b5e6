import * as fc from 'fast-check'
import { endpoints } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { brokenJson, brokenMultipart, brokenQuery, contentType, strangeName, text, value } from './fuzz-values.ts'
import { walkSchema } from './walk-schema.ts'

type Body = string | FormData | Uint8Array<ArrayBuffer>

export interface Malformed {
  readonly kind: string
  readonly target: string
  readonly init: { readonly method: string; readonly headers: Record<string, string>; readonly body?: Body }
}

const BODY_LIMIT = 1_000_000
const FORM = 'application/x-www-form-urlencoded'

const encode = (pairs: [string, string][]) => new URLSearchParams(pairs).toString()

function upload(parts: [string, string, boolean][]): FormData {
  const form = new FormData()
  for (const [name, said, asFile] of parts) {
    if (asFile) form.append(name, new Blob([said]), 'a.exe')
    else form.append(name, said)
  }
  return form
}

function names(call: Endpoint): fc.Arbitrary<string> {
  const known = [...new Set(walkSchema(call.input).flatMap(({ path, field }) => (field ? [path] : [])))]
  if (known.length === 0) return strangeName
  return fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: strangeName })
}

function wrongMethods(call: Endpoint): fc.Arbitrary<Malformed> {
  const right: readonly string[] = endpoints().flatMap(({ path, method }) => (path === call.path ? [method] : []))
  const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((method) => !right.includes(method))
  return fc
    .constantFrom(...others)
    .map((method) => ({ kind: 'wrong method', target: call.path, init: { method, headers: {} } }))
}

function malformedQueries(call: Endpoint): fc.Arbitrary<Malformed> {
  const ask = (kind: string) => (query: string) => ({
    kind,
    target: `${call.path}?${query}`,
    init: { method: call.method, headers: {} },
  })
  const pairs = fc.array(fc.tuple(names(call), text), { maxLength: 12 }).map(encode)
  return fc.oneof(
    { weight: 12, arbitrary: pairs.map(ask('query of wrong values')) },
    { weight: 2, arbitrary: brokenQuery.map(ask('broken query')) },
    { weight: 1, arbitrary: fc.constant('').map(ask('nothing at all')) },
    { weight: 1, arbitrary: wrongMethods(call) },
  )
}

function malformedBodies(call: Endpoint): fc.Arbitrary<Malformed> {
  const post = (kind: string, body: Body, type?: string): Malformed => ({
    kind,
    target: call.path,
    init: { method: 'POST', headers: type === undefined ? {} : { 'content-type': type }, body },
  })
  const name = names(call)
  const form = fc.array(fc.tuple(name, text), { maxLength: 12 }).map(encode)
  const json = fc
    .array(fc.tuple(name, value), { maxLength: 12 })
    .map((fields) => JSON.stringify(Object.fromEntries(fields)))
  const parts = fc.array(fc.tuple(name, text, fc.boolean()), { maxLength: 8 }).map(upload)
  const bytes = fc.tuple(fc.uint8Array({ maxLength: 300 }), contentType)
  const limit = call.maxBytes ?? BODY_LIMIT
  const tooLarge = fc.constantFrom(
    post('too large', `account=${'a'.repeat(limit)}`, FORM),
    post('too large', JSON.stringify({ account: 'a'.repeat(limit) }), 'application/json'),
    post('too large', new Uint8Array(limit + 1), 'application/octet-stream'),
  )
  const weighted: [number, fc.Arbitrary<Malformed>][] = [
    [8, form.map((body) => post('form of wrong values', body, FORM))],
    [6, json.map((body) => post('JSON of wrong values', body, 'application/json'))],
    [3, parts.map((body) => post('multipart of wrong values', body))],
    [3, brokenJson.map((body) => post('broken JSON', body, 'application/json'))],
    [3, brokenMultipart.map((body) => post('broken multipart', body, 'multipart/form-data; boundary=b'))],
    [3, fc.tuple(form, contentType).map(([body, type]) => post('wrong content type', body, type))],
    [2, bytes.map(([body, type]) => post('bytes', new Uint8Array(body), type))],
    [1, tooLarge],
    [1, fc.constant(post('nothing at all', ''))],
    [1, wrongMethods(call)],
  ]
  return fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })))
}

export function malformedRequests(call: Endpoint): fc.Arbitrary<Malformed> {
  return call.method === 'GET' ? malformedQueries(call) : malformedBodies(call)
}
