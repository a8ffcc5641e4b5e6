import { expect, test } from 'vitest'
import { readOperator } from './read-operator.ts'

test.each([
  ['the system user alone', {}, 'ops', false, 'ops'],
  ['the caller of sudo before root', { sudoUser: 'alice' }, 'root', true, 'alice（root）'],
  ['no SUDO_USER that is not root’s', { sudoUser: 'bob' }, 'alice', false, 'alice'],
  ['the name that was given, in a container', { name: ' 张三 ' }, 'node', false, '张三（node）'],
  ['the given name before sudo’s', { name: '张三', sudoUser: 'alice' }, 'root', true, '张三（root）'],
  ['one name once', { sudoUser: 'root' }, 'root', true, 'root'],
  ['the system user where names are blank', { name: ' ', sudoUser: '' }, 'root', true, 'root'],
])('the audit names %s', (_what, given, user, isRoot, operator) => {
  expect(readOperator(given, user, isRoot)).toBe(operator)
})

test('a name is truncated at 64 characters', () => {
  expect(readOperator({ name: 'x'.repeat(65) }, 'node', false)).toBe(`${'x'.repeat(64)}（node）`)
})
