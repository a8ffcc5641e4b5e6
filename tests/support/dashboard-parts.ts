import { expect } from 'vitest'
import { endpoints } from '#contract/all.ts'
import { callBatch } from '#contract/call-batch.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Envelope } from '#contract/errors.ts'
import { type AuthorityArea, authorityParts } from '#app/data/authority.ts'
import { type DashboardScope, dashboardParts } from '#app/data/dashboard.ts'
import type { TestApi } from './api-context.ts'

type Input = Readonly<Record<string, string | number>>
export type Parts = Readonly<Record<string, readonly [call: Endpoint, input: Input]>>

const CALLS = new Map(endpoints().map((call) => [call.id, call]))

function partsOf(queries: Readonly<Record<string, { readonly queryKey: readonly [string, object] }>>): Parts {
  return Object.fromEntries(
    Object.entries(queries).map(([name, { queryKey }]) => [name, [CALLS.get(queryKey[0])!, queryKey[1] as Input]]),
  )
}

export const unitParts = (of: Partial<DashboardScope> = {}): Parts =>
  partsOf(dashboardParts({ lawCompanyId: '', buildingId: '', ...of }))

export const authorityPartsOf = (of: Partial<AuthorityArea> = {}): Parts =>
  partsOf(authorityParts({ countyNo: '', buildType: 0, ...of }))

/** For benches with flat fields. */
export const batchFields = (parts: Parts) => batchOf(parts) as unknown as Record<string, string>

export const batchOf = (parts: Parts) => ({
  calls: Object.values(parts).map(([{ id }, input]) => ({ id, input: { ...input } })),
})

export async function together(t: TestApi, parts: Parts, token: string): Promise<Record<string, unknown>> {
  const { body } = await t.call(callBatch.read, batchOf(parts), token)
  expect(body.code, body.message).toBe(200)
  const { answers } = body.data as unknown as { answers: readonly Envelope[] }
  return Object.fromEntries(Object.keys(parts).map((name, at) => [name, answers[at]?.data]))
}

export async function apart(t: TestApi, parts: Parts, token: string): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {}
  for (const [name, [call, input]] of Object.entries(parts)) {
    const { body } = await t.call(call, input as never, token)
    expect(body.code, body.message).toBe(200)
    answers[name] = body.data
  }
  return answers
}
