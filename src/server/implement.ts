import type { Endpoint, Group, EndpointSpec, InputOf, OutputOf, ParsedOf, ReturnOf } from '#contract/endpoint.ts'
import type { Deps } from './deps.ts'
import type { Session } from './auth/session.ts'
import type { Db } from './db/open-db.ts'
import type { Program, SignedProgram } from './http/admit-program.ts'

/** A cookie for the caller's browser, kept from its scripts and from other sites. */
export interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
  /** 0 takes it away. */
  readonly maxAgeSec: number
}

/** The result of a change and the facts of its audit row. */
export interface Written<T> {
  readonly value: T
  readonly audit: Record<string, unknown>
  /** The account that acted, where it is not the session's: a sign-in's. */
  readonly accountId?: number
  /** The row's action, where it is not the call's id. */
  readonly action?: string
  /** The version in which the change left what it changed. */
  readonly version?: string | number
}

/** What a handler knows of the call besides its input. */
export interface Context<S> {
  readonly deps: Deps
  readonly db: Db
  readonly now: Date
  /** Who is calling: null only where nobody need be signed in; a program where it is one. */
  readonly session: S
  /** The caller's network address. */
  readonly address: string
  /** The caller's cookie of this name. */
  cookie(name: string): string | undefined
  /** Sends a cookie with the answer, which carries one at most. */
  setCookie(cookie: Cookie): void
  /** Aborts when the caller goes away before it is answered. */
  readonly signal: AbortSignal
  /**
   * Runs a change as one transaction that ends with its audit row.
   * What `fn` returns as `audit` is written with it; `value` is handed back.
   */
  write<T>(fn: (tx: Db) => Promise<Written<T>>): Promise<T>
  /** Whether this version was left by an earlier change that the device names as its own. */
  followsOwn(tx: Db, version: string | number): Promise<boolean>
  /**
   * Another call's answer to the same person, exactly as if it had been made alone: its access, its scope, its output.
   * @throws AppError what that call refuses with; only calls that change nothing can be asked
   */
  ask<E extends Endpoint & { readonly effect: false }>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>>
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

/** A call with the code that answers it. */
export interface Mounted {
  readonly endpoint: Endpoint
  readonly handle: Handler<Endpoint>
}

/** Joins a group to its code: a verb missing, extra or mistyped does not compile. */
export function implement<T extends Record<string, EndpointSpec>>(
  group: Group<T>,
  handlers: Handlers<Group<T>>,
): Mounted[] {
  return Object.keys(group).map((verb) => ({
    endpoint: group[verb] as Endpoint,
    // A handler is only ever called with what its own endpoint's schema parsed, for a session its access admitted.
    handle: handlers[verb] as unknown as Handler<Endpoint>,
  }))
}
