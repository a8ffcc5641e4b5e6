import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

test('a password is kept as an Argon2id hash of OWASP’s least cost, which only that password opens', async () => {
  const passwords = await createPasswords()
  const kept = await passwords.hash('Fire@119demo')
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.hash('Fire@119demo')).not.toBe(kept)
  expect(await passwords.verify(kept, 'Fire@119demo')).toBe(true)
  expect(await passwords.verify(kept, 'fire@119demo')).toBe(false)
})

test('no password opens an unknown account', async () => {
  const passwords = await createPasswords()
  expect(await passwords.verify(null, 'nobody has this password')).toBe(false)
})
