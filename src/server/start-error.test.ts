import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MigrationError } from './platform/db/errors.ts'
import { DirectoryLockedError } from './platform/db/lock-directory.ts'
import { SettingError } from './platform/env.ts'
import { describeStartError } from './start-error.ts'

const coded = (message: string, code: string) => Object.assign(new Error(message), { code })
const query = (cause: Error) => new DrizzleQueryError('CREATE TABLE account (...)', [], cause)

test.each<[what: string, error: unknown, line: string]>([
  ['a setting', new SettingError('PORT cannot be understood'), 'PORT cannot be understood'],
  ['a locked directory', new DirectoryLockedError('data/db is already open'), 'data/db is already open'],
  [
    'a migration without rights',
    query(coded('permission denied for schema public', '42501')),
    'DATABASE_URL: the user lacks rights in the database (docs/operations.md, Creating the database) (permission denied for schema public)',
  ],
  [
    'a migration that the rows contradict',
    new MigrationError(
      '0031_phones',
      query(
        Object.assign(coded('could not create unique index "account_phone"', '23505'), {
          detail: 'Key (phone)=(1) is duplicated.',
          hint: 'Remove one.',
        }),
      ),
    ),
    'migration 0031_phones, at CREATE TABLE account (...): could not create unique index "account_phone"; detail: Key (phone)=(1) is duplicated.; hint: Remove one.',
  ],
  [
    'a standby',
    query(coded('cannot execute CREATE SCHEMA in a read-only transaction', '25006')),
    'DATABASE_URL: the database only reads, as a standby does; the server needs one that writes (cannot execute CREATE SCHEMA in a read-only transaction)',
  ],
  [
    'a wrong password',
    query(coded('password authentication failed for user "fire"', '28P01')),
    'DATABASE_URL: the database lets nobody in by it (password authentication failed for user "fire")',
  ],
  [
    'a host whose addresses all refuse',
    new AggregateError([coded('connect ECONNREFUSED ::1:5432', 'ECONNREFUSED'), new Error('another')], ''),
    'DATABASE_URL: the database does not answer (connect ECONNREFUSED ::1:5432)',
  ],
  [
    'a refusal without a message',
    coded('', 'ECONNREFUSED'),
    'DATABASE_URL: the database does not answer (ECONNREFUSED)',
  ],
  [
    'a full disk',
    new Error('the lock was not written', { cause: coded('ENOSPC: no space left on device, write', 'ENOSPC') }),
    'no space left on the disk: make room, then start again (ENOSPC: no space left on device, write)',
  ],
])('%s is described in one line that ends with its innermost cause', (_, error, line) => {
  expect(describeStartError(error)).toBe(line)
})

test('an unexpected error keeps its stack and the beginning of its query, and ends with its innermost cause', () => {
  const cause = new Error('outer', { cause: new Error('the innermost cause') })
  const long = new DrizzleQueryError(`INSERT INTO unit ${'x'.repeat(200)}`, ['a value'], cause)
  const lines = describeStartError(long).split('\n')
  expect(lines[0]).toBe(`Failed query: INSERT INTO unit ${'x'.repeat(63)}…`)
  expect(lines[1]).toMatch(/^\s+at .*start-error\.test\.ts/)
  expect(lines.at(-1)).toBe('cause: the innermost cause')
  expect(lines.join()).not.toContain('a value')
})
