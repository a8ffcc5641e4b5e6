import type { Logger } from 'pino'
import type { AlarmPolicy } from '#contract/alarm-policy.ts'
import type { Site } from '#contract/content.ts'
import type { LngLat } from '#contract/coordinates.ts'
import type { VisitReport } from '#contract/visit.ts'
import type { Db } from './db/open-db.ts'
import type { FileStore } from './files/file-key.ts'
import type { Limits } from './rate-limit.ts'

/** Nothing else reads the clock, randomness or settings. */
export interface Deps {
  readonly db: Db
  readonly now: () => Date
  readonly databaseTime: () => Promise<Date>
  readonly random: () => number
  readonly newToken: () => string
  readonly files: FileStore
  readonly limits: Limits
  readonly passwords: Passwords
  readonly secrets: Secrets
  readonly sms: Sms
  readonly maps: Maps | null
  readonly push: Push
  readonly alerts: Alerts
  readonly webhooks: Webhooks
  readonly log: Logger
  readonly hasRoom: (write?: 'any' | 'small') => boolean
  readonly settings: Settings
  readonly operations?: Operations
}

export interface Operations {
  readonly metrics: Metrics
  readonly metricsToken: string | undefined
  readonly callsAtOnce: number
  readonly streamsAtOnce: number
  readonly isDraining: () => boolean
  readonly isMigrated: () => Promise<boolean>
}

/** Labels come from small fixed sets without user data. */
export interface Metrics {
  called(call: string, code: number, seconds: number): void
  inFlight(by: 1 | -1): void
  refused(): void
  ingested(kind: 'points' | 'events' | 'readings', outcome: Counted): void
  keyed(result: 'made' | 'repeated'): void
  jobEnded(job: string, result: 'done' | 'failed', seconds: number): void
  jobLastDone(job: string, at: Date): void
  deviceConnections(by: 1 | -1): void
  deviceRefused(reason: 'address' | 'full' | 'device'): void
  frameAnswered(result: 'answered' | 'silent' | 'failed'): void
  deviceCommanded(command: string, result: 'confirmed' | 'denied' | 'silent' | 'closed'): void
  mqttMessage(result: 'answered' | 'refused' | 'failed'): void
  mqttConnected(isConnected: boolean): void
  /** `again`: password re-entered within a session; `refused`: locked, the proof was not compared. */
  signedIn(way: 'password' | 'sms' | 'ticket' | 'recovery' | 'again', result: 'ok' | 'failed' | 'refused'): void
  codeSent(result: 'sent' | 'failed'): void
  stepDone(outcome: string): void
  /** `retried`: the try failed, another follows. */
  deliveryTried(channel: string, result: 'accepted' | 'retried' | 'failed' | 'suppressed'): void
  streams(by: 1 | -1): void
  feedRead(result: 'done' | 'failed'): void
  changeSent(seconds: number): void
  clockDifference(seconds: number): void
  filesOwned(isOwn: boolean): void
  /** @param dueAt when the next self-test must have passed */
  selfTest(dueAt: Date, seconds: number): void
  clientFault(kind: string, count: number): void
  visited(visit: VisitReport): void
  text(): Promise<string>
}

interface Counted {
  readonly accepted: number
  readonly duplicate: number
  readonly quarantined: number
  readonly refused: number
}

export interface Passwords {
  hash(plain: string): Promise<string>
  /** As long for an unknown account (`hash` null). */
  verify(hash: string | null, plain: string): Promise<boolean>
}

export interface Secrets {
  seal(plain: string): string
  open(sealed: string): string
  derive(text: string): string
}

/** WGS-84 degrees. */
export interface Maps {
  find(address: string): Promise<LngLat | null>
  name(place: LngLat): Promise<string | null>
}

/** Key of AMap's JS API and the security code of newer keys. */
export interface AmapPage {
  readonly key: string
  readonly code: string | undefined
}

export interface Sms {
  send(phone: string, code: string): Promise<void>
  notify(phone: string, text: string): Promise<void>
}

/** Each field is a variable of the gateway's template. */
export interface AlertText {
  readonly text: string
  readonly building: string
  readonly place: string
  readonly time: string
  /** Empty: no link. */
  readonly link: string
}

export interface Alerts {
  sms(phone: string, text: AlertText): Promise<void>
  /** Null: no calls. */
  readonly voice: ((phone: string, text: AlertText) => Promise<void>) | null
  readonly wecom: ((text: AlertText) => Promise<void>) | null
}

export interface AlertGateways {
  /** Null: a demo's log. */
  readonly sms: AlertGateway | null
  /** Null: the log, if SMS are. */
  readonly voice: AlertGateway | null
  readonly wecomUrl: string | null
}

export interface AlertGateway {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON or form template with `{phone}` and fields of {@link AlertText}. */
  readonly body: string
  readonly accepted: string
}

export interface SmsGateway {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON or form template with `{phone}` and `{code}`. */
  readonly body: string
  /** `{phone}`, and `{text}` unless the gateway stores the text. */
  readonly noticeBody: string
  /** Empty: any 2xx is success. */
  readonly accepted: string
}

export interface PushTarget {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** A newer message of a topic replaces an undelivered one. */
export interface UrgentPush {
  readonly topic: string
}

export interface Push {
  readonly publicKey: string
  /** `gone`: subscription ended; `failed`: may be retried. Never rejects. */
  send(target: PushTarget, text: string, urgent?: UrgentPush): Promise<'sent' | 'gone' | 'failed'>
}

export interface Webhooks {
  isAllowed(address: string): boolean
  /** @returns HTTP status; 0 without an answer. Never rejects. */
  send(address: string, secrets: readonly string[], id: string, body: string): Promise<number>
}

export interface Settings {
  readonly trustProxy: boolean
  readonly fixedPictureCode: string | undefined
  readonly fixedSmsCode: string | undefined
  readonly surveyUrl: string
  readonly deviceCard: { readonly account: string; readonly url: string } | null
  readonly site: Site
  readonly amapPage: AmapPage | undefined
  readonly retentionMonths: number
  /** Days; at least 180. */
  readonly auditDays: number
  /** Escalation of alarms. */
  readonly alarmPolicy: AlarmPolicy
  /** Without a trailing slash; empty: no links. */
  readonly publicUrl: string
  readonly pushNamesPlace: boolean
  /** 0: any. */
  readonly minClient: number
  readonly visitSample?: number
  readonly clientRoutes?: readonly string[]
  readonly clientOrigins?: readonly string[]
  /** Folders of the client. */
  readonly assets?: string
  readonly sourceMaps?: string
  readonly screenshots?: string
}
