import { expect, test } from 'vitest'
import { progressTone } from './progress.rules.ts'

test('a percentage is grey at 0, green at 100 and orange in between', () => {
  const tones = Array.from({ length: 101 }, (_, percent) => progressTone(percent))
  expect([tones[0], tones[100]]).toEqual(['unknown', 'ok'])
  expect(new Set(tones.slice(1, 100))).toEqual(new Set(['attention']))
})
