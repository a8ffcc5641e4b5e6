import { describe, expect, test } from 'vitest'
import { isAtHome, readEnv, SettingError } from './env.ts'

describe('maps', () => {
  const keys = { AMAP_KEY: 'service', AMAP_JS_KEY: 'page', AMAP_JS_CODE: 'code' }
  const mapsOf = (settings: Record<string, string>) => {
    const { amapKey, amapPage, site } = readEnv(settings)
    return { amapKey, amapPage, shown: site.amap }
  }

  test.each([{ ...keys }, { ...keys, MAP_PROVIDER: 'amap' }])('are AMap’s where its keys are set: %j', (settings) => {
    expect(mapsOf(settings)).toEqual({ amapKey: 'service', amapPage: { key: 'page', code: 'code' }, shown: true })
  })

  test.each([{}, { MAP_PROVIDER: 'embedded' }, { ...keys, MAP_PROVIDER: 'embedded' }])(
    'are the embedded ones without a key, or where that is asked for: %j',
    (settings) => {
      expect(mapsOf(settings)).toEqual({ amapKey: undefined, amapPage: undefined, shown: false })
    },
  )

  test('of AMap without a key, or of somebody unknown, stop the start by a line that names the setting', () => {
    for (const MAP_PROVIDER of ['amap', 'elsewhere']) expect(() => readEnv({ MAP_PROVIDER })).toThrow(/MAP_PROVIDER/)
  })
})

describe('what the installation says of itself', () => {
  test('has a word for everything that nobody set', () => {
    const { site } = readEnv({})
    expect(site.homeUrl).toBe('/portal')
    expect([site.providerUrl, site.providerRegisterUrl]).toEqual(['', ''])
    expect(site.footer).toHaveLength(4)
    for (const { text, url } of site.footer) {
      expect(text).not.toBe('')
      expect(url).toMatch(/^https:\/\//)
    }
  })

  test('takes what is set; registration lies under the providers’ own site', () => {
    const { site } = readEnv({
      SUPPORT_EMAIL: 'help@example.com',
      SUPPORT_PHONE: '021-12345678',
      HOME_URL: 'https://example.com/',
      PROVIDER_SITE_URL: 'https://provider.example.com/app/',
      FOOTER_FILING: '沪ICP备1号',
    })
    expect(site).toMatchObject({
      support: { mail: 'help@example.com', line: '021-12345678' },
      homeUrl: 'https://example.com/',
      providerUrl: 'https://provider.example.com/app',
      providerRegisterUrl: 'https://provider.example.com/app/register',
    })
    expect(site.footer[3]?.text).toBe('沪ICP备1号')
  })

  test.each(['HOME_URL', 'PROVIDER_SITE_URL', 'FOOTER_AUTHORITY_URL'])(
    'a start with a %s that is no address of the web is stopped by one line that names it',
    (name) => {
      expect(() => readEnv({ [name]: 'javascript:alert(1)' })).toThrow(SettingError)
      expect(() => readEnv({ [name]: 'javascript:alert(1)' })).toThrow(name)
    },
  )
})

test.each<[string, boolean]>([
  ['file:data/db', true],
  ['memory:', true],
  ['postgres://fire:pw@localhost:5432/fire', true],
  ['postgresql://fire@[::1]/fire', true],
  ['postgres://fire:pw@postgres:5432/fire', false],
  ['postgres://fire:p/w@127.0.0.1/fire', false],
])('whether %s is at home: %j', (url, isHome) => {
  expect(isAtHome(url)).toBe(isHome)
})
