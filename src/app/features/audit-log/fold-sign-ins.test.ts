import { expect, test } from 'vitest'
import type { AuditRow } from '#contract/audit-log.ts'
import { runAccounts, foldSignIns } from './fold-sign-ins.ts'

const row = (id: number, action: string, account = 'unit01', day = '01'): AuditRow => ({
  id: String(id),
  time: `2026-12-${day} 10:00:${String(60 - id)}`,
  action,
  account,
  name: null,
  operator: null,
  address: '127.0.0.1',
  requestId: null,
  objects: [],
  changes: [],
})
const NONE = new Set<string>()
const shape = (rows: readonly AuditRow[], opened: ReadonlySet<string> = NONE) =>
  foldSignIns(rows, opened).map(({ action, run }) => (run ? run.length : action))

test('three sign-ins or more between two other events are one line, and end with their day', () => {
  const rows = [
    row(1, 'auth.signIn'),
    row(2, 'auth.signOut', 'zhidui'),
    row(3, 'auth.signIn'),
    row(4, 'alarm.one'),
    row(5, 'auth.signIn'),
    row(6, 'auth.signIn'),
    row(7, 'auth.signIn', 'unit01', '00'),
  ]
  expect(shape(rows)).toEqual([3, 'alarm.one', 'auth.signIn', 'auth.signIn', 'auth.signIn'])
  expect(shape(rows, new Set(['run 1']))).toEqual([
    3,
    'auth.signIn',
    'auth.signOut',
    'auth.signIn',
    'alarm.one',
    'auth.signIn',
    'auth.signIn',
    'auth.signIn',
  ])
  expect(runAccounts(rows.slice(0, 3))).toBe('unit01\u00a0×2、zhidui')
})

test('a failed sign-in is its own line', () => {
  const rows = [1, 2, 3, 4, 5].map((id) => row(id, id === 3 ? 'auth.signInFailed' : 'auth.signIn'))
  expect(shape(rows)).toEqual(rows.map(({ action }) => action))
})
