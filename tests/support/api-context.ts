import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import { pino } from 'pino'
import { DEFAULT_POLICY } from '#contract/alarm-policy.ts'
import { auth } from '#contract/auth.ts'
import type { Site } from '#contract/content.ts'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import type { Envelope } from '#contract/errors.ts'
import { createApi } from '#server/create-api.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import type { AlertText, Deps } from '#server/platform/deps.ts'
import { openFileStore } from '#server/platform/files/file-store.ts'
import { DEMO_SECRET_KEY } from '#server/platform/env.ts'
import { createLimits } from '#server/platform/rate-limit.ts'
import { createPush, derivePushKey } from '#server/content/push-sender.ts'
import { createWebhooks } from '#server/content/webhook-sender.ts'
import { SECRETS } from './database-content.ts'
import { DEMO_NOW } from './demo-now.ts'
import { lightPasswords } from './light-passwords.ts'
import { openDemoDb } from './open-test-db.ts'
import { withRollback } from './with-rollback.ts'

export const PASSWORD = 'Fire@119demo'
export const PICTURE = '0000'

export const SURVEY_URL = 'https://survey.example.com/fire?from=platform'

export const DEVICE_CARD_URL = 'https://devices.example.com/card'

export const SITE: Site = {
  support: { mail: 'support@example.com', line: '021-00000000' },
  homeUrl: '/portal',
  providerUrl: 'https://provider.example.com',
  providerRegisterUrl: 'https://provider.example.com/register',
  selfBinding: true,
  amap: false,
  hosts: ['enterprise.example.com', 'supervision.example.com'],
  issuer: '上海市消防救援局',
  footer: [
    { text: '上海市消防救援局', url: 'https://www.119.gov.cn/' },
    { text: '沪ICP备00000000号', url: 'https://beian.miit.gov.cn/' },
  ],
}

export interface Clock {
  pass(ms: number): void
  now(): Date
}

export interface TestApi {
  readonly api: Hono
  readonly deps: Deps
  readonly db: Db
  readonly clock: Clock
  readonly logged: string[]
  readonly sent: { readonly phone: string; readonly code: string }[]
  /** `alertFails`: refused. */
  readonly alerted: { readonly channel: string; readonly phone: string; readonly text: string; readonly link: string }[]
  readonly alertFails: Set<string>
  readonly notified: { readonly phone: string; readonly text: string }[]
  /** `token` null: anonymous; `from`: IP; `cookie`: header. */
  call<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    token?: string | null,
    from?: string,
    cookie?: string,
  ): Promise<Answer>
  signIn(account: string, password?: string): Promise<string>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Envelope<never>
}

export async function createTestApi(db: Db): Promise<TestApi> {
  let at = DEMO_NOW.getTime()
  const logged: string[] = []
  const sent: { phone: string; code: string }[] = []
  const notified: { phone: string; text: string }[] = []
  const alerted: { channel: string; phone: string; text: string; link: string }[] = []
  const alertFails = new Set<string>()
  const alertBy =
    (channel: string) =>
    async (phone: string, { text, link }: AlertText) => {
      if (alertFails.has(channel)) throw new Error(`${channel} is down`)
      alerted.push({ channel, phone, text, link })
    }
  const clock: Clock = { now: () => new Date(at), pass: (ms) => void (at += ms) }
  const deps: Deps = {
    db,
    now: clock.now,
    databaseTime: async () => clock.now(),
    random: () => 0.5,
    newToken: () => randomBytes(32).toString('base64url'),
    files: openFileStore('memory:', '/', undefined, clock.now),
    limits: createLimits(db),
    passwords: await lightPasswords,
    secrets: SECRETS,
    maps: null,
    sms: {
      send: async (phone, code) => void sent.push({ phone, code }),
      notify: async (phone, text) => void notified.push({ phone, text }),
    },
    push: createPush({
      privateKey: derivePushKey(DEMO_SECRET_KEY),
      contact: 'support@example.com',
      now: clock.now,
      isLocalAllowed: true,
    }),
    webhooks: createWebhooks({ now: clock.now, isLocalAllowed: true }),
    alerts: { sms: alertBy('sms'), voice: alertBy('voice'), wecom: null },
    log: pino({ base: null }, { write: (line: string) => void logged.push(line) }),
    hasRoom: () => true,
    settings: {
      trustProxy: true,
      fixedPictureCode: PICTURE,
      fixedSmsCode: undefined,
      surveyUrl: SURVEY_URL,
      deviceCard: { account: 'zongdui', url: DEVICE_CARD_URL },
      site: SITE,
      amapPage: undefined,
      retentionMonths: 36,
      auditDays: 1095,
      minClient: 0,
      alarmPolicy: DEFAULT_POLICY,
      publicUrl: 'https://fire.example.com',
      pushNamesPlace: true,
    },
  }
  const api = createApi(deps)

  const call: TestApi['call'] = async (endpoint, input, token, from = '192.0.2.1', cookie = '') => {
    const fields = new URLSearchParams(
      Object.entries(input as object)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]): [string, string] => [name, String(value)]),
    )
    const asQuery = endpoint.encoding === 'query'
    const response = await api.request(asQuery ? `${endpoint.path}?${fields}` : endpoint.path, {
      method: endpoint.method,
      headers: {
        'x-forwarded-for': from,
        ...(token ? { 'x-auth-token': token } : {}),
        ...(cookie ? { cookie } : {}),
      },
      ...(endpoint.method === 'POST' && !asQuery
        ? { body: endpoint.encoding === 'json' ? JSON.stringify(input) : fields }
        : {}),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Envelope<never> }
  }

  const signIn: TestApi['signIn'] = async (account, password = PASSWORD) => {
    // Below the captcha's limit.
    const picture = await call(auth.picture, {}, null, `2001:db8:0:${randomBytes(2).toString('hex')}::1`)
    const { photographToken } = picture.body.data as { photographToken: string }
    const { body } = await call(auth.signIn, { account, password, photographCode: PICTURE, photographToken })
    if (body.code !== 200) throw new Error(`${account} could not sign in: ${body.message}`)
    return (body.data as { 'x-auth-token': string })['x-auth-token']
  }
  return { api, deps, db, clock, logged, sent, alerted, alertFails, notified, call, signIn }
}

/** `undone`: rolled back. */
export async function openApi() {
  const database = await openDemoDb()
  return {
    db: database.db,
    close: () => database.close(),
    /** Changes stay for the file's tests. */
    lasting: () => createTestApi(database.db),
    undone: (work: (t: TestApi) => Promise<void>) => () =>
      withRollback(database.db, async (tx) => work(await createTestApi(tx))),
  }
}
