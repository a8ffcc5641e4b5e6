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
  /** The database server's clock. What is deleted for its age is judged by both: `db/deletion-time.ts`. */
  readonly databaseTime: () => Promise<Date>
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
  readonly hasRoom: (write?: 'any' | 'small') => boolean
  readonly settings: Settings
  /** How the process is watched and bounded; missing: nobody watches it. */
  readonly operation?: Operation
}

/** How a process is watched and bounded by those who run it. */
export interface Operation {
  readonly metrics: Metrics
  /** Opens `/ops/metrics` to whoever brings it; undefined: to this machine alone. */
  readonly metricsToken: string | undefined
  /** How many calls are answered at once before further ones are refused; 0: any number. */
  readonly callsAtOnce: number
  /** Whether the process is about to stop, so that nothing new is to be sent to it. */
  readonly isLeaving: () => boolean
  /** Whether the database has all the migrations this code was built with. */
  readonly isMigrated: () => Promise<boolean>
}

/** Counts what happens; few and known names, nobody's data. */
export interface Metrics {
  /** @param code of the envelope */
  called(call: string, code: number, seconds: number): void
  inFlight(by: 1 | -1): void
  /** A call was turned away because too many were being answered. */
  refused(): void
  ingested(kind: 'points' | 'events' | 'readings', outcome: Counted): void
  /** A write under a key was made, or had been made before. */
  keyed(result: 'made' | 'repeated'): void
  jobEnded(job: string, result: 'done' | 'failed', seconds: number): void
  /** @param at when a turn last ended well, in whichever process */
  jobLastDone(job: string, at: Date): void
  deviceConnections(by: 1 | -1): void
  frameAnswered(result: 'answered' | 'silent' | 'failed'): void
  /** @param way the proof, `again` for the password of a session; `refused`: the caller was locked, nothing was compared */
  signedIn(way: 'password' | 'sms' | 'ticket' | 'recovery' | 'again', result: 'ok' | 'failed' | 'refused'): void
  /** A code was handed to whoever sends it to a phone, or was not taken. */
  codeSent(result: 'sent' | 'failed'): void
  /** How far the process clock is ahead of the database clock. */
  clockDifference(seconds: number): void
  /** Whether the file store is this installation's, so that files may be removed there. */
  filesOwned(isOwn: boolean): void
  /** All of it in Prometheus' text format. */
  text(): Promise<string>
}

interface Counted {
  readonly accepted: number
  readonly duplicate: number
  readonly quarantined: number
  readonly refused: number
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

/** Sends short messages. Each rejects if the message was not taken. */
export interface Sms {
  send(phone: string, code: string): Promise<void>
  /** Sends a text that is not a code. */
  notify(phone: string, text: string): Promise<void>
}

/** A service that sends short messages for whoever posts to it. */
export interface SmsGateway {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Of JSON or of a form, with `{phone}` and `{code}` where those belong. */
  readonly body: string
  /** Of a text that is not a code: with `{phone}`, and `{text}` unless the gateway holds the text. */
  readonly noticeBody: string
  /** What stands in the answer to a message that was taken; empty: any 2xx tells that. */
  readonly accepted: string
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
  /** Other sites, as `https://app.example.com`, on which a client of ours is hosted. */
  readonly clientOrigins?: readonly string[]
}
