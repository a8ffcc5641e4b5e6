import type { Endpoint, Group, EndpointSpec, InputOf, OutputOf, ParsedOf, ReturnOf } from '#contract/endpoint.ts'
import type { Envelope } from '#contract/errors.ts'
import type { Deps } from './deps.ts'
import type { Session } from './session.ts'
import type { Db } from './db/open-db.ts'
import type { AuditedObject } from './record-audit.ts'
import type { Program, SignedProgram } from './authenticate-program.ts'

export interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
  readonly maxAgeSec: number
}

export interface Written<T> {
  readonly value: T
  readonly audit: Record<string, unknown>
  /** Further audit rows, one for each object of a change of many. */
  readonly objects?: readonly AuditedObject[]
  readonly accountId?: number
  readonly action?: string
  readonly version?: string | number
}

export interface Context<S> {
  readonly deps: Deps
  readonly db: Db
  readonly now: Date
  readonly session: S
  readonly address: string
  cookie(name: string): string | undefined
  setCookie(cookie: Cookie): void
  readonly signal: AbortSignal
  /** Runs `fn` and writes the audit row in one transaction. */
  write<T>(fn: (tx: Db) => Promise<Written<T>>): Promise<T>
  /** `follows` header. */
  followsOwn(tx: Db, version: string | number): Promise<boolean>
  /** In-process, with the same access check, scope and output. */
  ask<E extends Endpoint & { readonly effect: false }>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>>
  /** Never rejects. */
  answer(id: string, input: object): Promise<Envelope>
  /** Once per request, also across a batch. @param of what the result depends on */
  memo<T>(name: string, of: unknown, read: () => Promise<T>): Promise<T>
}

type SessionOf<E extends EndpointSpec> = E['access'] extends 'public'
  ? Session | null
  : E['access'] extends 'program'
    ? Program
    : E['access'] extends 'signed'
      ? SignedProgram
      : Session

export type Handler<E extends EndpointSpec> = (input: ParsedOf<E>, ctx: Context<SessionOf<E>>) => Promise<ReturnOf<E>>

export type Handlers<G> = { readonly [K in keyof G]: G[K] extends Endpoint ? Handler<G[K]> : never }

export interface Mounted {
  readonly endpoint: Endpoint
  readonly handle: Handler<Endpoint>
}

export function implement<T extends Record<string, EndpointSpec>>(
  group: Group<T>,
  handlers: Handlers<Group<T>>,
): Mounted[] {
  return Object.keys(group).map((verb) => ({
    endpoint: group[verb] as Endpoint,
    // Safe: input is parsed by the handler's own schema.
    handle: handlers[verb] as unknown as Handler<Endpoint>,
  }))
}
