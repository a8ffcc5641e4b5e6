import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { type AlarmPolicy, alarmPolicy, DEFAULT_POLICY } from '#contract/alarm-policy.ts'
import { type CityRegions, cityRegions } from '#contract/city-regions.ts'
import type { Site } from '#contract/content.ts'
import { isWebAddress } from '#contract/web-address.ts'
import type { S3Keys } from './files/s3-store.ts'
import type { AlertGateway, AlertGateways, AmapPage, SmsGateway } from './deps.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

/** Publicly known; allowed on loopback only. */
export const DEMO_SECRET_KEY = '119'.padEnd(64, '0')

export function isAtHome(databaseUrl: string): boolean {
  if (!databaseUrl.startsWith('postgres')) return true
  return URL.canParse(databaseUrl) && LOOPBACK.has(new URL(databaseUrl).hostname.replace(/^\[|\]$/g, ''))
}

const filled = v.pipe(v.string(), v.trim(), v.nonEmpty())
const address = v.pipe(filled, v.check(isWebAddress))
const isJson = (body: string) => body.startsWith('{')
const hostName = v.optional(v.pipe(v.string(), v.trim(), v.regex(/^([A-Za-z0-9.-]+(:\d+)?)?$/)), '')

const messageBody = v.pipe(
  filled,
  v.check((body) => body.includes('{phone}')),
  v.check((body) => !isJson(body) || v.is(v.pipe(v.string(), v.parseJson()), body)),
)

/** Documented in docs/configuration.md. */
export const settings = v.object({
  HOST: v.optional(filled, '127.0.0.1'),
  PORT: v.optional(v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535)), '8080'),
  DATABASE_URL: v.optional(v.pipe(filled, v.regex(/^(file:.+|memory:|postgres(ql)?:\/\/.+)$/)), 'file:data/db'),
  DATABASE_DIRECT_URL: v.optional(v.pipe(filled, v.regex(/^postgres(ql)?:\/\//))),
  DATABASE_POOL: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,2}$/), v.transform(Number)), '10'),
  SEED: v.optional(v.picklist(['demo', 'none'])),
  CITY: v.optional(v.pipe(v.string(), v.parseJson(), cityRegions)),
  FILES_URL: v.optional(v.pipe(filled, v.regex(/^(file:.+|memory:|s3:\/\/.+)$/)), 'file:data/files'),
  MAP_PROVIDER: v.optional(v.picklist(['embedded', 'amap'])),
  AMAP_KEY: v.optional(filled),
  AMAP_JS_KEY: v.optional(v.pipe(filled, v.regex(/^[0-9A-Za-z]+$/))),
  AMAP_JS_CODE: v.optional(v.pipe(filled, v.regex(/^[0-9A-Za-z]+$/))),
  S3_ACCESS_KEY_ID: v.optional(filled),
  S3_SECRET_ACCESS_KEY: v.optional(filled),
  ENTERPRISE_HOST: hostName,
  SUPERVISION_HOST: hostName,
  TRUST_PROXY: v.optional(v.picklist(['0', '1']), '0'),
  CAPTCHA_FIXED: v.optional(v.pipe(filled, v.regex(/^[0-9A-Za-z]{4}$/))),
  SMS_FIXED: v.optional(v.pipe(filled, v.regex(/^\d{6}$/))),
  SMS_PROVIDER: v.optional(v.picklist(['log', 'http']), 'log'),
  SMS_URL: v.optional(v.pipe(filled, v.regex(/^https?:\/\//), v.url())),
  SMS_HEADERS: v.optional(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string())), '{}'),
  SMS_BODY: v.optional(
    v.pipe(
      filled,
      v.check((body) => body.includes('{phone}') && body.includes('{code}')),
      v.check((body) => !isJson(body) || v.is(v.pipe(v.string(), v.parseJson()), body)),
    ),
    'phone={phone}&code={code}',
  ),
  SMS_NOTICE_BODY: v.optional(messageBody, 'phone={phone}&text={text}'),
  SMS_ACCEPTED: v.optional(v.string(), ''),
  SMS_ALARM_BODY: v.optional(messageBody, 'phone={phone}&text={text}{link}'),
  VOICE_URL: v.optional(v.pipe(filled, v.regex(/^https?:\/\//), v.url())),
  VOICE_HEADERS: v.optional(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string())), '{}'),
  VOICE_BODY: v.optional(messageBody, 'phone={phone}&text={text}'),
  WECOM_URL: v.optional(v.pipe(filled, v.regex(/^https?:\/\//), v.url())),
  ALARM_POLICY: v.optional(v.pipe(v.string(), v.parseJson(), alarmPolicy)),
  PUBLIC_URL: v.optional(v.pipe(filled, v.regex(/^https?:\/\/[^/]+$/), v.url())),
  PUSH_DETAIL: v.optional(v.picklist(['place', 'none']), 'place'),
  SECRET_KEY: v.optional(v.pipe(filled, v.regex(/^[0-9a-fA-F]{64}$/))),
  SECRET_KEY_FORMER: v.optional(v.pipe(filled, v.regex(/^[0-9a-fA-F]{64}$/))),
  RETENTION_MONTHS: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.minValue(2), v.maxValue(600)),
    '36',
  ),
  AUDIT_RETENTION_DAYS: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.minValue(180), v.maxValue(36_500)),
    '1095',
  ),
  KILL_SWITCH: v.optional(v.picklist(['0', '1']), '0'),
  MIN_CLIENT: v.optional(v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number)), '0'),
  GATEWAY_PORT: v.optional(v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535))),
  GATEWAY_HOST: v.optional(filled, '127.0.0.1'),
  MQTT_URL: v.optional(
    v.pipe(
      filled,
      v.regex(/^(mqtts?|wss?):\/\/[^/]+/),
      v.check((url) => URL.canParse(url)),
    ),
  ),
  MQTT_CLIENT_ID: v.optional(v.pipe(filled, v.maxLength(64)), 'fire-platform'),
  VISIT_SAMPLE: v.optional(v.pipe(v.string(), v.regex(/^(0|1|0?\.\d{1,4}|1\.0+)$/), v.transform(Number)), '0.1'),
  METRICS_TOKEN: v.optional(v.pipe(filled, v.minLength(16))),
  CALLS_AT_ONCE: v.optional(v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number)), '100'),
  STREAMS_AT_ONCE: v.optional(v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number)), '2000'),
  STOP_DELAY_SEC: v.optional(v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.maxValue(120)), '0'),
  CLIENT_ORIGINS: v.optional(
    v.pipe(
      v.string(),
      v.transform((list) => list.split(/[\s,]+/).filter(Boolean)),
      v.everyItem((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
    ),
    '',
  ),
  ADMIN_OPERATOR: v.optional(filled),
  SUPPORT_EMAIL: v.optional(filled, 'support@example.com'),
  SUPPORT_PHONE: v.optional(filled),
  PROVIDER_SITE_URL: v.optional(address),
  SURVEY_URL: v.optional(address),
  DEVICE_CARD_ACCOUNT: v.optional(filled),
  DEVICE_CARD_URL: v.optional(address),
  SELF_BINDING: v.optional(v.picklist(['0', '1']), '1'),
  HOME_URL: v.optional(address, '/portal'),
  FOOTER_AUTHORITY: v.optional(filled),
  FOOTER_AUTHORITY_URL: v.optional(address, 'https://www.119.gov.cn/'),
  FOOTER_PLATFORM: v.optional(filled, '消防物联网数据对接平台'),
  FOOTER_PLATFORM_URL: v.optional(address, 'https://www.119.gov.cn/'),
  FOOTER_COPYRIGHT: v.optional(filled),
  FOOTER_COPYRIGHT_URL: v.optional(address, 'https://www.119.gov.cn/'),
  FOOTER_FILING: v.optional(filled),
  FOOTER_FILING_URL: v.optional(address, 'https://beian.miit.gov.cn/'),
  LOG_LEVEL: v.optional(v.picklist(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
})

export const WRONG_KEY =
  'SECRET_KEY is not the key that sealed the secrets in this database (docs/operations.md, Changing SECRET_KEY)'

function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

/** Head and signature of a demo city's documents. */
const SAMPLE = '演示样本，无法律效力'
const DEMO_PHONE = '021-90000119'

function readSite(s: v.InferOutput<typeof settings>, isDemo: boolean): Site {
  const providerUrl = (s.PROVIDER_SITE_URL ?? '').replace(/\/+$/, '')
  return {
    support: { mail: s.SUPPORT_EMAIL, line: s.SUPPORT_PHONE ?? (isDemo ? DEMO_PHONE : '') },
    homeUrl: s.HOME_URL,
    providerUrl,
    providerRegisterUrl: providerUrl && `${providerUrl}/register`,
    selfBinding: s.SELF_BINDING === '1',
    amap: s.AMAP_JS_KEY !== undefined,
    hosts: [s.ENTERPRISE_HOST, s.SUPERVISION_HOST, s.PUBLIC_URL?.replace(/^https?:\/\//, '') ?? '']
      .filter((host) => host !== '')
      .map((host) => host.toLowerCase()),
    issuer: s.FOOTER_AUTHORITY ?? (isDemo ? SAMPLE : ''),
    footer: [
      { text: s.FOOTER_AUTHORITY, url: s.FOOTER_AUTHORITY_URL },
      { text: s.FOOTER_PLATFORM, url: s.FOOTER_PLATFORM_URL },
      { text: s.FOOTER_COPYRIGHT, url: s.FOOTER_COPYRIGHT_URL },
      { text: s.FOOTER_FILING, url: s.FOOTER_FILING_URL },
    ].flatMap(({ text, url }) => (text === undefined ? [] : [{ text, url }])),
  }
}

function readSmsGateway(s: v.InferOutput<typeof settings>): SmsGateway | undefined {
  if (s.SMS_PROVIDER === 'log') return undefined
  if (s.SMS_URL === undefined) throw new SettingError('SMS_PROVIDER=http needs SMS_URL')
  const { SMS_URL: url, SMS_HEADERS: headers, SMS_BODY: body, SMS_NOTICE_BODY: noticeBody, SMS_ACCEPTED: accepted } = s
  return { url, headers, body, noticeBody, accepted }
}

function readAlertGateways(s: v.InferOutput<typeof settings>): AlertGateways {
  const sms: AlertGateway | null =
    s.SMS_PROVIDER === 'http' && s.SMS_URL !== undefined
      ? { url: s.SMS_URL, headers: s.SMS_HEADERS, body: s.SMS_ALARM_BODY, accepted: s.SMS_ACCEPTED }
      : null
  const voice: AlertGateway | null =
    s.VOICE_URL === undefined ? null : { url: s.VOICE_URL, headers: s.VOICE_HEADERS, body: s.VOICE_BODY, accepted: '' }
  return { sms, voice, wecomUrl: s.WECOM_URL ?? null }
}

export interface Env {
  readonly root: string
  readonly host: string
  readonly port: number
  readonly databaseUrl: string
  /** Maximum number of connections of this process; of PostgreSQL only. */
  readonly databaseDirectUrl: string | undefined
  readonly databasePool: number
  readonly embedded: boolean
  readonly city: CityRegions | undefined
  readonly seed: 'demo' | 'none'
  readonly filesUrl: string
  readonly amapKey: string | undefined
  readonly amapPage: AmapPage | undefined
  readonly s3Keys: S3Keys | undefined
  readonly enterpriseHost: string
  readonly supervisionHost: string
  readonly trustProxy: boolean
  readonly fixedPictureCode: string | undefined
  readonly fixedSmsCode: string | undefined
  /** If unset, codes are written to the log. */
  readonly smsGateway: SmsGateway | undefined
  readonly alertGateways: AlertGateways
  readonly alarmPolicy: AlarmPolicy
  readonly publicUrl: string
  readonly pushNamesPlace: boolean
  readonly surveyUrl: string
  readonly deviceCard: { readonly account: string; readonly url: string } | null
  readonly site: Site
  readonly secretKey: string
  readonly formerSecretKey: string | undefined
  readonly retentionMonths: number
  readonly auditDays: number
  readonly killSwitch: boolean
  readonly minClient: number
  readonly gatewayPort: number | undefined
  /** Devices do not authenticate, so the default is loopback. */
  readonly gatewayHost: string
  readonly mqttUrl: string | undefined
  readonly mqttClientId: string
  readonly visitSample: number
  readonly metricsToken: string | undefined
  readonly callsAtOnce: number
  readonly streamsAtOnce: number
  /** Seconds from failing readiness to stopping, so that load balancers notice. */
  readonly stopDelaySec: number
  readonly clientOrigins: readonly string[]
  readonly adminOperator: string | undefined
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

export class SettingError extends Error {}

/** The content of the file that `NAME_FILE` names, as secret stores mount it. */
function readFromFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    throw new SettingError(`${name}_FILE cannot be read`)
  }
}

/** @throws SettingError naming the setting */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const given: Record<string, string> = {}
  for (const name of Object.keys(settings.entries)) {
    const [value, file] = [source[name] || undefined, source[`${name}_FILE`] || undefined]
    if (value !== undefined && file !== undefined) throw new SettingError(`${name} and ${name}_FILE exclude each other`)
    if (value !== undefined) given[name] = value
    if (file !== undefined) given[name] = readFromFile(name, file)
  }
  const parsed = v.safeParse(settings, given)
  if (!parsed.success) {
    const name = v.getDotPath(parsed.issues[0]) ?? '?'
    throw new SettingError(`${name} cannot be understood (see docs/configuration.md)`)
  }
  const s = parsed.output
  const fixed = (['CAPTCHA_FIXED', 'SMS_FIXED'] as const).find((name) => s[name] !== undefined)
  if (fixed && !LOOPBACK.has(s.HOST)) throw new SettingError(`${fixed} is for tests and demos: not with HOST=${s.HOST}`)
  if (s.SECRET_KEY === undefined && !LOOPBACK.has(s.HOST))
    throw new SettingError(`SECRET_KEY must be set where HOST is no loopback address (HOST=${s.HOST})`)
  if (s.MAP_PROVIDER === 'amap' && !s.AMAP_KEY && !s.AMAP_JS_KEY)
    throw new SettingError('MAP_PROVIDER=amap needs AMAP_KEY, AMAP_JS_KEY or both')
  const maps = s.MAP_PROVIDER === 'embedded' ? { ...s, AMAP_KEY: undefined, AMAP_JS_KEY: undefined } : s
  const embedded = !s.DATABASE_URL.startsWith('postgres')
  const seed = s.SEED ?? (embedded && s.CITY === undefined ? 'demo' : 'none')
  if (seed === 'demo' && s.CITY !== undefined) throw new SettingError('CITY needs SEED=none: the demo city is Shanghai')
  return {
    root: findRoot(),
    host: s.HOST,
    port: s.PORT,
    databaseUrl: s.DATABASE_URL,
    databaseDirectUrl: s.DATABASE_DIRECT_URL,
    databasePool: s.DATABASE_POOL,
    embedded,
    city: s.CITY,
    seed,
    filesUrl: s.FILES_URL,
    amapKey: maps.AMAP_KEY,
    amapPage: maps.AMAP_JS_KEY === undefined ? undefined : { key: maps.AMAP_JS_KEY, code: maps.AMAP_JS_CODE },
    s3Keys:
      s.S3_ACCESS_KEY_ID && s.S3_SECRET_ACCESS_KEY
        ? { accessKeyId: s.S3_ACCESS_KEY_ID, secretAccessKey: s.S3_SECRET_ACCESS_KEY }
        : undefined,
    enterpriseHost: s.ENTERPRISE_HOST,
    supervisionHost: s.SUPERVISION_HOST,
    trustProxy: s.TRUST_PROXY === '1',
    fixedPictureCode: s.CAPTCHA_FIXED,
    fixedSmsCode: s.SMS_FIXED,
    smsGateway: readSmsGateway(s),
    alertGateways: readAlertGateways(s),
    alarmPolicy: s.ALARM_POLICY ?? DEFAULT_POLICY,
    publicUrl: s.PUBLIC_URL ?? '',
    pushNamesPlace: s.PUSH_DETAIL === 'place',
    surveyUrl: s.SURVEY_URL ?? '',
    deviceCard:
      s.DEVICE_CARD_ACCOUNT && s.DEVICE_CARD_URL ? { account: s.DEVICE_CARD_ACCOUNT, url: s.DEVICE_CARD_URL } : null,
    site: readSite(maps, seed === 'demo'),
    secretKey: s.SECRET_KEY ?? DEMO_SECRET_KEY,
    formerSecretKey: s.SECRET_KEY_FORMER,
    retentionMonths: s.RETENTION_MONTHS,
    auditDays: s.AUDIT_RETENTION_DAYS,
    killSwitch: s.KILL_SWITCH === '1',
    minClient: s.MIN_CLIENT,
    gatewayPort: s.GATEWAY_PORT,
    gatewayHost: s.GATEWAY_HOST,
    mqttUrl: s.MQTT_URL,
    mqttClientId: s.MQTT_CLIENT_ID,
    visitSample: s.VISIT_SAMPLE,
    metricsToken: s.METRICS_TOKEN,
    callsAtOnce: s.CALLS_AT_ONCE,
    streamsAtOnce: s.STREAMS_AT_ONCE,
    stopDelaySec: s.STOP_DELAY_SEC,
    clientOrigins: s.CLIENT_ORIGINS,
    adminOperator: s.ADMIN_OPERATOR,
    logLevel: s.LOG_LEVEL,
  }
}
