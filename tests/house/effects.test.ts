import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot as root } from '../support/repository-root.ts'
import { filesUnder } from './read-modules.ts'

const EFFECT = /use(?:Layout)?Effect\(\s*\(\) =>\s*([^{\s].*)/g
/** React would call what they return, which differs between browsers, as the cleanup. */
const BROWSER_METHOD = /^(?!void\b)[^,;]*\.(scroll\w*|focus|blur|click|play|pause|animate|show\w*|close|select)\??\.?\(/

const returning = (code: string) =>
  [...code.matchAll(EFFECT)].map(([, body = '']) => body).filter((body) => BROWSER_METHOD.test(body))

test('no effect returns the result of a browser method', () => {
  const files = filesUnder(join(root, 'src/app'), '.').filter((file) => /\.tsx?$/.test(file))
  expect(files.flatMap((file) => returning(readFileSync(join(root, 'src/app', file), 'utf8')))).toEqual([])
})

test('one that returns it is found', () => {
  expect(returning("useEffect(() => root.current?.scrollIntoView?.({ block: 'nearest' }), [])")).toHaveLength(1)
  expect(returning('useEffect(() => void root.current?.focus(), [])')).toEqual([])
})
