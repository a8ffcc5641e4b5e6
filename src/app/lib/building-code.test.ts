import { expect, it } from 'vitest'
import { buildingCodeUrl, readBuildingCode } from './building-code.ts'

const ORIGIN = 'https://fire.example.com'

it('reads the code it writes, and the printed number as typed', () => {
  expect(readBuildingCode(buildingCodeUrl('100023', ORIGIN), ORIGIN)).toBe('100023')
  expect(readBuildingCode(' 100023 ', ORIGIN)).toBe('100023')
})

it.each([
  '',
  '0',
  '12a',
  'https://fire.example.com/pack/',
  'https://fire.example.com/pack/1/../../login',
  'https://fire.example.com/portal',
  'https://evil.example.com/pack/100023',
  'https://fire.example.com.evil.net/pack/100023',
  'javascript:alert(1)',
])('rejects other codes: %s', (code) => {
  expect(readBuildingCode(code, ORIGIN)).toBeNull()
})
