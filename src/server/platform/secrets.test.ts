import { describe, expect, test } from 'vitest'
import { createSecrets } from './secrets.ts'

const own = createSecrets('ab'.repeat(32))
const other = createSecrets('cd'.repeat(32))

describe('an encrypted secret', () => {
  test('does not reveal its content, and its own key decrypts it', () => {
    const sealed = own.seal('0f1e2d3c')
    expect(sealed).not.toContain('0f1e2d3c')
    expect(own.open(sealed)).toBe('0f1e2d3c')
    expect(own.seal('0f1e2d3c')).toBe(sealed)
  })

  test('is not decrypted by another key, nor once a character of it was changed', () => {
    const sealed = own.seal('0f1e2d3c')
    expect(() => other.open(sealed)).toThrow(/authenticate/)
    const at = sealed.length - 4
    const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`
    expect(() => own.open(changed)).toThrow(/authenticate/)
    expect(() => own.open('0f1e2d3c')).toThrow('not a sealed secret')
  })
})
