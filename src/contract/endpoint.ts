import type * as v from 'valibot'
import type { Access } from './access.ts'
import type { ErrorCode } from './errors.ts'

/** Encoding of a call's input; `any` accepts JSON and form bodies. Source: the documented calls' `encoding`. */
export type Encoding = 'none' | 'query' | 'form' | 'json' | 'multipart' | 'any'

export interface EndpointSpec<
  I extends v.GenericSchema = v.GenericSchema,
  O extends v.GenericSchema = v.GenericSchema,
> {
  readonly method: 'GET' | 'POST'
  readonly path: `/${string}`
  readonly encoding: Encoding
  readonly access: Access
  /** Whether the call writes data. Writes are never cached, prefetched or automatically retried outside the outbox. */
  readonly effect: boolean
  /** The call exports a file; each export is written to the audit log. */
  readonly exports?: true
  /** The response may be cached on the device. */
  readonly cache?: 'keep'
  /** The call may wait in the outbox while the server is unreachable. */
  readonly queue?: 'queue'
  /** Field with the time of sending, set at each attempt; not part of the idempotency check. */
  readonly stamped?: string
  /** Refusal that finds the effect present: a queued write is then done. */
  readonly repeated?: string
  /** Callable before a required password change. */
  readonly whileOwing?: true
  /** Bytes, if not the default. */
  readonly maxBytes?: number
  /** Callable while the unit's information is incomplete; implied by `whileOwing`. */
  readonly whileIncomplete?: true
  /** Client timeout (ms), default 30,000. */
  readonly timeoutMs?: number
  readonly input: I
  readonly output: O
  /** `message` of a success, default `操作成功`. */
  readonly success?: string
  /** Besides 400, 401, 429, 500 and 503, which every call may return. */
  readonly errors?: readonly ErrorCode[]
  /** One Chinese sentence for the API description, for integrators. */
  readonly summary: string
}

/** `id` is `group.verb`. */
export type Endpoint<S extends EndpointSpec = EndpointSpec> = S & {
  readonly id: string
  readonly group: string
  readonly verb: string
}

export type Group<T extends Record<string, EndpointSpec>> = { readonly [K in keyof T]: Endpoint<T[K]> }

/** As the caller passes it. */
export type InputOf<E extends EndpointSpec> = v.InferInput<E['input']>
/** As the handler receives it. */
export type ParsedOf<E extends EndpointSpec> = v.InferOutput<E['input']>
/** As the handler returns it. */
export type ReturnOf<E extends EndpointSpec> = v.InferInput<E['output']>
/** As the caller receives it. */
export type OutputOf<E extends EndpointSpec> = v.InferOutput<E['output']>

/** @param name noun from the glossary */
export function group<const T extends Record<string, EndpointSpec>>(name: string, specs: T): Group<T> {
  const named: Record<string, Endpoint> = {}
  for (const [verb, spec] of Object.entries(specs)) named[verb] = { ...spec, id: `${name}.${verb}`, group: name, verb }
  return named as Group<T>
}
