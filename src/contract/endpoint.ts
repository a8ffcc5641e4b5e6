import type * as v from 'valibot'
import type { Access } from './access.ts'
import type { ErrorCode } from './errors.ts'

/**
 * How a call's input travels. `any` accepts JSON and form bodies alike; `none` carries nothing.
 * Source: the documented calls' `encoding`.
 */
export type Encoding = 'none' | 'query' | 'form' | 'json' | 'multipart' | 'any'

/** What a group declares of one call; everything else about the call is derived from it. */
export interface EndpointSpec<
  I extends v.GenericSchema = v.GenericSchema,
  O extends v.GenericSchema = v.GenericSchema,
> {
  readonly method: 'GET' | 'POST'
  readonly path: `/${string}`
  readonly encoding: Encoding
  readonly access: Access
  /** Whether the call changes anything: such a call is never cached, prefetched, retried or replayed by itself. */
  readonly effect: boolean
  /** The call hands over a file (or a document) of the platform's data: each one leaves an audit row. */
  readonly exports?: true
  /** `keep`: the answer may be kept on the device for offline reading. */
  readonly cache?: 'keep'
  /** `queue`: the call may wait on the device until the server can be reached. */
  readonly queue?: 'queue'
  /** The field that says when a waiting call is sent: stamped anew each time, so no part of what is asked. */
  readonly stamped?: string
  /** Callable by a session that still owes a password change. */
  readonly whileOwing?: true
  /** The largest body in bytes, where it is not the usual one. */
  readonly maxBytes?: number
  /** Callable by a session whose unit still owes its information; what a password change is owed before is so too. */
  readonly whileIncomplete?: true
  /** What the client waits before it gives up, in milliseconds; 30,000 unless told. */
  readonly timeoutMs?: number
  readonly input: I
  readonly output: O
  /** What a success says in `message`; `操作成功` unless told. */
  readonly success?: string
  /** The refusals a screen must be ready for, beyond 400, 401, 429, 500 and 503, which any call may answer. */
  readonly errors?: readonly ErrorCode[]
  /** One sentence for the API description, in Chinese: whoever connects reads it. */
  readonly summary: string
}

/** A declared call with its name: `group.verb`, the same on every floor. */
export type Endpoint<S extends EndpointSpec = EndpointSpec> = S & {
  readonly id: string
  readonly group: string
  readonly verb: string
}

export type Group<T extends Record<string, EndpointSpec>> = { readonly [K in keyof T]: Endpoint<T[K]> }

/** What a caller hands over. */
export type InputOf<E extends EndpointSpec> = v.InferInput<E['input']>
/** What a handler receives. */
export type ParsedOf<E extends EndpointSpec> = v.InferOutput<E['input']>
/** What a handler returns. */
export type ReturnOf<E extends EndpointSpec> = v.InferInput<E['output']>
/** What a caller gets. */
export type OutputOf<E extends EndpointSpec> = v.InferOutput<E['output']>

/**
 * Names the calls of a group.
 * @param name the group's noun, as in the glossary
 */
export function group<const T extends Record<string, EndpointSpec>>(name: string, specs: T): Group<T> {
  const named: Record<string, Endpoint> = {}
  for (const [verb, spec] of Object.entries(specs)) named[verb] = { ...spec, id: `${name}.${verb}`, group: name, verb }
  return named as Group<T>
}
