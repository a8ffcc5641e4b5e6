import type { Logger } from 'pino'
import type { Site } from '#contract/content.ts'
import type { LngLat } from '#contract/coordinates.ts'
import type { Db } from './db/open-db.ts'
import type { FileStore } from './files/file-key.ts'
import type { Limits } from './http/rate-limit.ts'

/** All that the groups need of the outside; no other module reads a clock, a random source or a setting. */
export interface Deps {
  readonly db: Db
  readonly now: () => Date
  /** A number in [0, 1) that nobody can foresee. */
  readonly random: () => number
  /** 256 random bits as base64url text. */
  readonly newToken: () => string
  readonly files: FileStore
  readonly limits: Limits
  readonly passwords: Passwords
  readonly secrets: Secrets
  readonly sms: Sms
  /** A map service; null: the gazetteer alone answers. */
  readonly maps: Maps | null
  readonly push: Push
  readonly log: Logger
  /** Whether the disk still has room for writes. */
  readonly hasRoom: () => boolean
  readonly settings: Settings
}

/** Slow, salted password hashes. */
export interface Passwords {
  hash(plain: string): Promise<string>
  /** Takes as long for an unknown account (`hash` null) as for a known one. */
  verify(hash: string | null, plain: string): Promise<boolean>
}

/** Keeps what must be read again (a provider's secret) so that the database alone does not tell it. */
export interface Secrets {
  seal(plain: string): string
  /** @throws where it was sealed with another key, or is no sealed text */
  open(sealed: string): string
}

/** Knows where addresses are; WGS-84 degrees. */
export interface Maps {
  find(address: string): Promise<LngLat | null>
  name(place: LngLat): Promise<string | null>
}

/** A key of AMap's of the kind 'web page (JS API)', and the security code that newer keys need. */
export interface AmapPage {
  readonly key: string
  readonly code: string | undefined
}

/** Sends a code to a phone. */
export interface Sms {
  send(phone: string, code: string): Promise<void>
}

/** A browser's own address at its push service, and the keys with which only that browser reads what is sent. */
export interface PushTarget {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** Tells devices something while the app is closed. */
export interface Push {
  /** What browsers check the sender by, base64url. */
  readonly publicKey: string
  /** `gone`: the service knows the address no more; `failed`: it may be tried again. Never rejects. */
  send(target: PushTarget, text: string): Promise<'sent' | 'gone' | 'failed'>
}

export interface Settings {
  /** Whether `x-forwarded-for` names the caller, because a proxy of ours stands in front. */
  readonly trustProxy: boolean
  readonly fixedPictureCode: string | undefined
  readonly fixedSmsCode: string | undefined
  /** Where the survey is answered; empty: there is none. */
  readonly surveyUrl: string
  /** The account whose dashboard has a device card button, and where it leads; null: nobody's has. */
  readonly deviceCard: { readonly account: string; readonly url: string } | null
  /** What anybody may know of this installation. */
  readonly site: Site
  /** What opens AMap in a browser; undefined: maps are the embedded ones. */
  readonly amapPage: AmapPage | undefined
  /** How many months of records and readings are kept. */
  readonly retentionMonths: number
  /** How many days the audit is kept; 180 at least. */
  readonly auditDays: number
  /** The lowest client version that is served; 0: any. */
  readonly minClient: number
}
