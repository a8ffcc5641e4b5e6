import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import type { Site } from '#contract/content.ts'
import { isWebAddress } from '#contract/web-address.ts'
import type { S3Keys } from './files/s3-store.ts'
import type { AmapPage, SmsGateway } from './deps.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

/** Known to everybody, as the demo accounts' password is: for loopback only. */
export const DEMO_SECRET_KEY = '119'.padEnd(64, '0')

/** Whether a database is embedded or on this machine. */
export function isAtHome(databaseUrl: string): boolean {
  if (!databaseUrl.startsWith('postgres')) return true
  return URL.canParse(databaseUrl) && LOOPBACK.has(new URL(databaseUrl).hostname.replace(/^\[|\]$/g, ''))
}

const filled = v.pipe(v.string(), v.trim(), v.nonEmpty())
const address = v.pipe(filled, v.check(isWebAddress))
/** Anything else that is posted is a form. */
const isJson = (body: string) => body.startsWith('{')
const hostName = v.optional(v.pipe(v.string(), v.trim(), v.regex(/^([A-Za-z0-9.-]+(:\d+)?)?$/)), '')

/** Every setting as it is written; docs/configuration.md tells them all. */
export const settings = v.object({
  HOST: v.optional(filled, '127.0.0.1'),
  PORT: v.optional(v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535)), '8080'),
  DATABASE_URL: v.optional(v.pipe(filled, v.regex(/^(file:.+|memory:|postgres(ql)?:\/\/.+)$/)), 'file:data/db'),
  SEED: v.optional(v.picklist(['demo', 'none'])),
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
  SMS_NOTICE_BODY: v.optional(
    v.pipe(
      filled,
      v.check((body) => body.includes('{phone}')),
      v.check((body) => !isJson(body) || v.is(v.pipe(v.string(), v.parseJson()), body)),
    ),
    'phone={phone}&text={text}',
  ),
  SMS_ACCEPTED: v.optional(v.string(), ''),
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
  METRICS_TOKEN: v.optional(v.pipe(filled, v.minLength(16))),
  CALLS_AT_ONCE: v.optional(v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number)), '100'),
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
  SUPPORT_PHONE: v.optional(filled, '021-00000000'),
  PROVIDER_SITE_URL: v.optional(address),
  SURVEY_URL: v.optional(address),
  DEVICE_CARD_ACCOUNT: v.optional(filled),
  DEVICE_CARD_URL: v.optional(address),
  SELF_BINDING: v.optional(v.picklist(['0', '1']), '1'),
  HOME_URL: v.optional(address, '/portal'),
  FOOTER_AUTHORITY: v.optional(filled, '上海市消防救援局'),
  FOOTER_AUTHORITY_URL: v.optional(address, 'https://www.119.gov.cn/'),
  FOOTER_PLATFORM: v.optional(filled, '消防大数据平台'),
  FOOTER_PLATFORM_URL: v.optional(address, 'https://www.119.gov.cn/'),
  FOOTER_COPYRIGHT: v.optional(filled, '消防物联网数据对接平台（试运行）版权所有'),
  FOOTER_COPYRIGHT_URL: v.optional(address, 'https://www.119.gov.cn/'),
  FOOTER_FILING: v.optional(filled, '沪ICP备00000000号'),
  FOOTER_FILING_URL: v.optional(address, 'https://beian.miit.gov.cn/'),
  LOG_LEVEL: v.optional(v.picklist(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
})

/** Why a start is refused whose key is another than the database's. */
export const WRONG_KEY =
  'SECRET_KEY is not the key that sealed the secrets in this database (docs/operations.md, Changing SECRET_KEY)'

/** The folder that holds package.json, wherever this file was bundled to. */
function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

function readSite(s: v.InferOutput<typeof settings>): Site {
  const providerUrl = (s.PROVIDER_SITE_URL ?? '').replace(/\/+$/, '')
  return {
    support: { mail: s.SUPPORT_EMAIL, line: s.SUPPORT_PHONE },
    homeUrl: s.HOME_URL,
    providerUrl,
    providerRegisterUrl: providerUrl && `${providerUrl}/register`,
    selfBinding: s.SELF_BINDING === '1',
    amap: s.AMAP_JS_KEY !== undefined,
    footer: [
      { text: s.FOOTER_AUTHORITY, url: s.FOOTER_AUTHORITY_URL },
      { text: s.FOOTER_PLATFORM, url: s.FOOTER_PLATFORM_URL },
      { text: s.FOOTER_COPYRIGHT, url: s.FOOTER_COPYRIGHT_URL },
      { text: s.FOOTER_FILING, url: s.FOOTER_FILING_URL },
    ],
  }
}

function readSmsGateway(s: v.InferOutput<typeof settings>): SmsGateway | undefined {
  if (s.SMS_PROVIDER === 'log') return undefined
  if (s.SMS_URL === undefined) throw new SettingError('SMS_PROVIDER=http needs SMS_URL')
  const { SMS_URL: url, SMS_HEADERS: headers, SMS_BODY: body, SMS_NOTICE_BODY: noticeBody, SMS_ACCEPTED: accepted } = s
  return { url, headers, body, noticeBody, accepted }
}

export interface Env {
  readonly root: string
  readonly host: string
  readonly port: number
  readonly databaseUrl: string
  readonly embedded: boolean
  readonly seed: 'demo' | 'none'
  readonly filesUrl: string
  /** Of AMap's web service; undefined: the gazetteer alone answers. */
  readonly amapKey: string | undefined
  /** Of AMap's pages, with its security code; undefined: maps are the embedded ones. */
  readonly amapPage: AmapPage | undefined
  /** Sign what is asked of a bucket; undefined: there is none. */
  readonly s3Keys: S3Keys | undefined
  /** Hosts whose `/` leads to /login, and to /loginxf; empty: none. */
  readonly enterpriseHost: string
  readonly supervisionHost: string
  readonly trustProxy: boolean
  readonly fixedPictureCode: string | undefined
  readonly fixedSmsCode: string | undefined
  /** What sends codes to phones; undefined: the log has them. */
  readonly smsGateway: SmsGateway | undefined
  readonly surveyUrl: string
  readonly deviceCard: { readonly account: string; readonly url: string } | null
  readonly site: Site
  /** 64 hexadecimal digits that seal providers' secrets. */
  readonly secretKey: string
  /** Opens what `secretKey` does not, while the key is being changed. */
  readonly formerSecretKey: string | undefined
  readonly retentionMonths: number
  readonly auditDays: number
  /** Installed apps get a service worker that ends itself. */
  readonly killSwitch: boolean
  /** Clients below this version are told to change. */
  readonly minClient: number
  /** Where the GB/T 26875.3 gateway listens; undefined: it does not. */
  readonly gatewayPort: number | undefined
  /** Where it listens; devices prove nothing, so this machine alone unless it is set. */
  readonly gatewayHost: string
  /** Opens `/ops/metrics` beyond this machine; undefined: it stays closed there. */
  readonly metricsToken: string | undefined
  /** How many calls a process answers at once; 0: any number. */
  readonly callsAtOnce: number
  /** Between saying that it stops and stopping, so that a balancer has looked. */
  readonly stopDelaySec: number
  /** Other sites that host a client of ours. */
  readonly clientOrigins: readonly string[]
  /** The person at the console, for the audit; undefined: the system's user. */
  readonly adminOperator: string | undefined
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/** A setting that can't be understood; its message is one line that names it. */
export class SettingError extends Error {}

/**
 * The settings, read once at the start.
 * @throws SettingError naming the setting
 */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
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
  return {
    root: findRoot(),
    host: s.HOST,
    port: s.PORT,
    databaseUrl: s.DATABASE_URL,
    embedded,
    seed: s.SEED ?? (embedded ? 'demo' : 'none'),
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
    surveyUrl: s.SURVEY_URL ?? '',
    deviceCard:
      s.DEVICE_CARD_ACCOUNT && s.DEVICE_CARD_URL ? { account: s.DEVICE_CARD_ACCOUNT, url: s.DEVICE_CARD_URL } : null,
    site: readSite(maps),
    secretKey: s.SECRET_KEY ?? DEMO_SECRET_KEY,
    formerSecretKey: s.SECRET_KEY_FORMER,
    retentionMonths: s.RETENTION_MONTHS,
    auditDays: s.AUDIT_RETENTION_DAYS,
    killSwitch: s.KILL_SWITCH === '1',
    minClient: s.MIN_CLIENT,
    gatewayPort: s.GATEWAY_PORT,
    gatewayHost: s.GATEWAY_HOST,
    metricsToken: s.METRICS_TOKEN,
    callsAtOnce: s.CALLS_AT_ONCE,
    stopDelaySec: s.STOP_DELAY_SEC,
    clientOrigins: s.CLIENT_ORIGINS,
    adminOperator: s.ADMIN_OPERATOR,
    logLevel: s.LOG_LEVEL,
  }
}
