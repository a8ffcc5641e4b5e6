import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot as root } from '../support/repository-root.ts'
import { filesUnder } from './read-modules.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('quoted texts of the user manual appear literally on a page', () => {
  const quoted = [...read('src/server/content/user-manual.ts').matchAll(/“([^”]+)”/g)].map(([, words = '']) => words)
  const screens = [...filesUnder(root, 'src/app'), ...filesUnder(root, 'src/contract')]
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
    .map(read)
    .join('\n')
  expect(quoted.length).toBeGreaterThan(25)
  expect(quoted.filter((words) => !screens.includes(words))).toEqual([])
})
