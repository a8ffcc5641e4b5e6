import { scrubMessage, type FaultKind } from '#contract/fault.rules.ts'
import type { NotedFault } from '#app/prefetch/note-faults.ts'
import { type DescribedFault, faultOf, framesIn, isExpected, messageOf, textOf } from './fault-of-error.ts'

const PLACE = /\/assets\/([\w-]+\.?[\w-]*\.js):(\d+):(\d+)/g
const CHUNK = /\/assets\/([\w-]+\.?[\w-]*\.js)/
const LOST = /dynamically imported module|Importing a module|module script/
const NO_FAULT = /^ResizeObserver loop/

const placesIn = (stack: unknown) => framesIn(stack, PLACE)

const chunkIn = (text: unknown): string[] => {
  const file = typeof text === 'string' ? CHUNK.exec(text)?.[1] : undefined
  return file === undefined ? [] : [`${file}:0:0`]
}

function ofEvent(kind: FaultKind, event: Event): DescribedFault {
  if (event.target instanceof HTMLScriptElement)
    return { kind: 'chunk', name: 'Error', message: 'script not loaded', frames: chunkIn(event.target.src) }
  const { message, filename, lineno, colno } = event as ErrorEvent
  return { kind, name: 'Error', message: scrubMessage(message), frames: placesIn(`${filename}:${lineno}:${colno}`) }
}

export function describeFault([kind, noted, stack]: NotedFault): DescribedFault | null {
  const error: unknown = textOf(noted, 'error') ?? noted
  if (error instanceof Event) {
    const described = ofEvent(kind, error)
    return NO_FAULT.test((error as ErrorEvent).message ?? '') ? null : described
  }
  if (isExpected(error)) return null
  const name = textOf(error, 'name')
  const message = messageOf(error)
  const chunk = textOf(error, 'chunk')
  const isLost = LOST.test(message) || (name === 'SyntaxError' && chunk !== undefined)
  const own = placesIn(textOf(error, 'stack'))
  const frames = () => {
    if (isLost && CHUNK.test(message)) return chunkIn(message)
    if (own.length > 0 && !isLost) return own
    if (typeof chunk === 'string') return chunkIn(`/${chunk}`)
    return kind === 'rejection' ? [] : placesIn(stack)
  }
  return faultOf(isLost ? 'chunk' : kind, error, frames())
}
