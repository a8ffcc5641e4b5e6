import { faultName, FRAMES_MOST, scrubMessage, type FaultKind } from '#contract/fault.rules.ts'
import type { NotedFault } from '#app/prefetch/note-faults.ts'

export interface DescribedFault {
  readonly kind: FaultKind
  readonly name: string
  readonly message: string
  readonly frames: readonly string[]
}

const PLACE = /\/assets\/([\w-]+\.?[\w-]*\.js):(\d+):(\d+)/g
const CHUNK = /\/assets\/([\w-]+\.?[\w-]*\.js)/
const LOST = /dynamically imported module|Importing a module|module script/
const NO_FAULT = /^ResizeObserver loop/

const framesIn = (stack: unknown): string[] =>
  typeof stack === 'string'
    ? [...stack.matchAll(PLACE)].map(([, file, line, column]) => `${file}:${line}:${column}`).slice(0, FRAMES_MOST)
    : []

const chunkIn = (text: unknown): string[] => {
  const file = typeof text === 'string' ? CHUNK.exec(text)?.[1] : undefined
  return file === undefined ? [] : [`${file}:0:0`]
}

const isCallFailure = (error: object) => 'code' in error && 'fields' in error

const textOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? (error as Readonly<Record<string, unknown>>)[name] : undefined

function ofEvent(kind: FaultKind, event: Event): DescribedFault {
  if (event.target instanceof HTMLScriptElement)
    return { kind: 'chunk', name: 'Error', message: 'script not loaded', frames: chunkIn(event.target.src) }
  const { message, filename, lineno, colno } = event as ErrorEvent
  return { kind, name: 'Error', message: scrubMessage(message), frames: framesIn(`${filename}:${lineno}:${colno}`) }
}

export function describeFault([kind, noted, stack]: NotedFault): DescribedFault | null {
  const error: unknown = textOf(noted, 'error') ?? noted
  if (error instanceof Event) {
    const described = ofEvent(kind, error)
    return NO_FAULT.test((error as ErrorEvent).message ?? '') ? null : described
  }
  if (typeof error === 'object' && error !== null && isCallFailure(error) && !(error instanceof DOMException))
    return null
  const name = textOf(error, 'name')
  if (name === 'AbortError') return null
  const message = String(textOf(error, 'message') ?? (typeof error === 'string' ? error : ''))
  const chunk = textOf(error, 'chunk')
  const isLost = LOST.test(message) || (name === 'SyntaxError' && chunk !== undefined)
  const own = framesIn(textOf(error, 'stack'))
  const frames = () => {
    if (isLost && CHUNK.test(message)) return chunkIn(message)
    if (own.length > 0 && !isLost) return own
    if (typeof chunk === 'string') return chunkIn(`/${chunk}`)
    return kind === 'rejection' ? [] : framesIn(stack)
  }
  return { kind: isLost ? 'chunk' : kind, name: faultName(name), message: scrubMessage(message), frames: frames() }
}
