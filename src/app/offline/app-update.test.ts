import { expect, it } from 'vitest'
import { CLIENT_VERSION } from '#contract/client-version.ts'
import { appUpdate, noteMinimum } from './app-update.ts'

it('requests an update only when the server no longer serves this version', () => {
  for (const version of [0, Number.NaN, CLIENT_VERSION]) noteMinimum(version)
  expect(appUpdate.read()).toMatchObject({ waiting: false })
  noteMinimum(CLIENT_VERSION + 1)
  expect(appUpdate.read()).toMatchObject({ waiting: true, required: true })
})
