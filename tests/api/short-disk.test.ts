import { afterAll, expect, test } from 'vitest'
import { ackLink } from '#contract/ack-link.ts'
import { alarm as alarmCalls } from '#contract/alarm.ts'
import { endpoints } from '#contract/all.ts'
import { auth } from '#contract/auth.ts'
import { checkLink } from '#contract/check-link.ts'
import { dutyCheck } from '#contract/duty-check.ts'
import { portal } from '#contract/portal.ts'
import { shelf } from '#contract/shelf.ts'
import { unit } from '#contract/unit.ts'
import { createApi } from '#server/create-api.ts'
import { isEssential } from '#server/platform/http/essential-calls.ts'
import { openApi, PASSWORD, PICTURE, type TestApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

const NEEDED_AT_A_FIRE: readonly string[] = [
  alarmCalls.ack.id,
  alarmCalls.verdict.id,
  alarmCalls.undo.id,
  ackLink.act.id,
  checkLink.answer.id,
  dutyCheck.answer.id,
  shelf.end.id,
]

const callerOf = (access: unknown) =>
  access === 'provider' ? 'isv01' : /^(gov|desk)/.test(String(access)) ? 'zhidui' : 'unit01'

const short = (t: TestApi) => createApi({ ...t.deps, hasRoom: (write) => write === 'small' })

async function ask(api: ReturnType<typeof short>, path: string, fields: Record<string, string>, token?: string) {
  const headers = { 'x-forwarded-for': '192.0.2.9', ...(token && { 'x-auth-token': token }) }
  const response = await api.request(path, { method: 'POST', headers, body: new URLSearchParams(fields) })
  return (await response.json()) as { code: number; data: Record<string, string> }
}

test(
  'signing in, reading and signing out work while disk space is short',
  city.undone(async (t) => {
    const api = short(t)
    const picture = await ask(api, auth.picture.path, {})
    expect(picture.code).toBe(200)
    const photographToken = picture.data['photographToken'] ?? ''
    const signedIn = await ask(api, auth.signIn.path, {
      account: 'unit01',
      password: PASSWORD,
      photographCode: PICTURE,
      photographToken,
    })
    expect(signedIn.code).toBe(200)
    const token = signedIn.data['x-auth-token'] ?? ''
    const read = async (path: string) =>
      ((await (await api.request(path, { headers: { 'x-auth-token': token } })).json()) as { code: number }).code
    expect([await read(`${portal.informationList.path}?pageSize=5`), await read(unit.detail.path)]).toEqual([200, 200])
    expect((await ask(api, auth.signOut.path, {}, token)).code).toBe(200)
  }),
)

test(
  'other writing calls are rejected with a message before their input is read, essential ones are not',
  city.undone(async (t) => {
    const api = short(t)
    const tokens = new Map<string, string>()
    for (const who of ['unit01', 'zhidui', 'isv01'] as const) tokens.set(who, await t.signIn(who))
    const refused: string[] = []
    const tried: string[] = []
    for (const call of endpoints()) {
      if (!call.effect || call.access === 'program') continue
      const token = tokens.get(callerOf(call.access)) ?? ''
      const response = await api.request(call.path, { method: call.method, headers: { 'x-auth-token': token } })
      const { code, message } = (await response.json()) as { code: number; message: string }
      tried.push(call.id)
      if (code === 503 && message.startsWith('服务器磁盘空间不足')) refused.push(call.id)
      if (call.id === auth.signOut.id) tokens.set('unit01', await t.signIn('unit01'))
    }
    expect(refused).toEqual(tried.filter((id) => !isEssential(id)))
    expect(refused.filter((id) => NEEDED_AT_A_FIRE.includes(id))).toEqual([])
    expect(tried).toEqual(expect.arrayContaining([...NEEDED_AT_A_FIRE]))
  }),
)
