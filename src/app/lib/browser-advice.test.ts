import { expect, test } from 'vitest'
import { needsAnotherBrowser } from './browser-advice.ts'

const chrome = (version: string) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36`
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const safari = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/120.0 Mobile Safari/604.1'

test.each([
  ['Chromium 85', chrome('85.0.4183.121'), true],
  ['Chromium 69, as older office browsers carry it', `${chrome('69.0.3497.100')} QIHU 360EE`, true],
  ['Chromium 86', chrome('86.0.4240.0'), false],
  ['Chromium 140', chrome('140.0.0.0'), false],
  ['Edge', `${chrome('130.0.0.0')} Edg/130.0.0.0`, false],
  ['Firefox', firefox, true],
  ['Safari on a Mac', safari, true],
  ['Internet Explorer', 'Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko', true],
  ['a browser on an iPhone', iphone, false],
])('%s is advised to update: %s', (_, userAgent, told) => {
  expect(needsAnotherBrowser(userAgent)).toBe(told)
})

test('an iPad that identifies as a Mac is recognised by its touch screen', () => {
  expect(needsAnotherBrowser(safari, 5)).toBe(false)
})
