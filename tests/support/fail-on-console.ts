import { format } from 'node:util'
import { afterEach, beforeEach } from 'vitest'

let messages: string[] = []
const { error, warn } = console

beforeEach(() => {
  messages = []
  console.error = (...parts: unknown[]) => void messages.push(`console.error: ${format(...parts)}`)
  console.warn = (...parts: unknown[]) => void messages.push(`console.warn: ${format(...parts)}`)
})

afterEach(() => {
  Object.assign(console, { error, warn })
  if (messages.length > 0) throw new Error(`Unexpected console output:\n${messages.join('\n')}`)
})
