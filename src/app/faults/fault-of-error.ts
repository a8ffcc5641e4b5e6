import { faultName, FRAMES_MOST, scrubMessage, type FaultKind } from '#contract/fault.rules.ts'

export interface DescribedFault {
  readonly kind: FaultKind
  readonly name: string
  readonly message: string
  readonly frames: readonly string[]
}

export const textOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? (error as Readonly<Record<string, unknown>>)[name] : undefined

const isCallFailure = (error: unknown) =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  'fields' in error &&
  !(error instanceof DOMException)

export const isExpected = (error: unknown): boolean => isCallFailure(error) || textOf(error, 'name') === 'AbortError'

export const messageOf = (error: unknown): string =>
  String(textOf(error, 'message') ?? (typeof error === 'string' ? error : ''))

export const framesIn = (stack: unknown, place: RegExp): string[] =>
  typeof stack === 'string'
    ? [...stack.matchAll(place)].map(([, file, line, column]) => `${file}:${line}:${column}`).slice(0, FRAMES_MOST)
    : []

export function faultOf(kind: FaultKind, error: unknown, frames: readonly string[]): DescribedFault {
  return { kind, name: faultName(textOf(error, 'name')), message: scrubMessage(messageOf(error)), frames }
}
