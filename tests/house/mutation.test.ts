import { expect, test } from 'vitest'
import { filesOf, MODULES } from '../mutation/modules.mjs'

test.each(Object.entries(MODULES))('the files and tests of mutation module %s exist', (_, { mutate, tests }) => {
  expect(filesOf([...mutate, ...tests].map((pattern) => pattern.replace(/^!/, '')))).not.toEqual([])
})
