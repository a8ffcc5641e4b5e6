import { describe, expect, test } from 'vitest'
import { createSecrets } from './secrets.ts'

const own = createSecrets('ab'.repeat(32))
const other = createSecrets('cd'.repeat(32))

describe('a sealed secret', () => {
  test('does not show what it holds, and its own key opens it', () => {
    const sealed = own.seal('0f1e2d3c')
    expect(sealed).not.toContain('0f1e2d3c')
    expect(own.open(sealed)).toBe('0f1e2d3c')
    expect(own.seal('0f1e2d3c')).toBe(sealed)
  })

  test('is opened by no other key, and not once a letter of it was changed', () => {
    const sealed = own.seal('0f1e2d3c')
    expect(() => other.open(sealed)).toThrow(/authenticate/)
    const at = sealed.length - 4
    const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`
    expect(() => own.open(changed)).toThrow(/authenticate/)
    expect(() => own.open('0f1e2d3c')).toThrow('not a sealed secret')
  })
})
