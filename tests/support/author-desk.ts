import { expect } from 'vitest'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type PublicationDetail, publishing } from '#contract/publishing.ts'
import type { TestApi } from './api-context.ts'

export const BODY = '<p>各单位：</p><h3>一、内容</h3><ol><li><strong>核对</strong>点位台账；</li><li>整改。</li></ol>'
export const author = (t: TestApi) => t.signIn('zhidui')

export type Saved = InputOf<typeof publishing.save>

export const save = async (t: TestApi, token: string, input: Saved) =>
  (await t.call(publishing.save, input, token)).body
export async function draft(t: TestApi, token: string, input: Partial<Saved> & { kind: Saved['kind'] }) {
  const body = await save(t, token, { title: '关于开展抽查的通知', bodyHtml: BODY, ...input })
  expect(body).toMatchObject({ code: 200 })
  const { id, version } = body.data as OutputOf<typeof publishing.save>
  return { kind: input.kind, id, version }
}
export const ok = async (t: TestApi, token: string, ...args: Parameters<typeof t.call>) => {
  const { body } = await t.call(args[0], args[1] as never, token)
  expect(body).toMatchObject({ code: 200 })
  return body.data as never
}
export async function published(t: TestApi, token: string, input: Parameters<typeof draft>[2]) {
  const item = await draft(t, token, input)
  const { version } = (await ok(t, token, publishing.publish, item)) as { version: number }
  return { ...item, version }
}
export const detail = async (t: TestApi, token: string, { kind, id }: { kind: Saved['kind']; id: string }) =>
  (await t.call(publishing.detail, { kind, id }, token)).body.data as unknown as PublicationDetail
