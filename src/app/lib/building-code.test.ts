import { expect, it } from 'vitest'
import { buildingCodeUrl, readBuildingCode } from './building-code.ts'

const ORIGIN = 'https://fire.example.com'
const HOSTS = ['fire.example.com', 'xf.example.com', 'unit.example.com:8080']

it('reads the code it writes, and the printed number as typed', () => {
  expect(readBuildingCode(buildingCodeUrl('100023', ORIGIN), HOSTS)).toBe('100023')
  expect(readBuildingCode(' 100023 ', HOSTS)).toBe('100023')
})

it('reads codes printed on each host of the platform', () => {
  for (const origin of ['https://xf.example.com', 'https://xf.example.com:8443', 'http://unit.example.com:8080'])
    expect(readBuildingCode(buildingCodeUrl('100023', origin), HOSTS)).toBe('100023')
  expect(readBuildingCode(buildingCodeUrl('100023', 'https://unit.example.com'), HOSTS)).toBeNull()
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
  'https://fire.example.com:1@evil.net/pack/100023',
  'javascript:alert(1)',
])('rejects other codes: %s', (code) => {
  expect(readBuildingCode(code, HOSTS)).toBeNull()
})
