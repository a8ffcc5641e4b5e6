import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isAtHome, readEnv, SettingError } from './env.ts'

describe('maps', () => {
  const keys = { AMAP_KEY: 'service', AMAP_JS_KEY: 'page', AMAP_JS_CODE: 'code' }
  const mapsOf = (settings: Record<string, string>) => {
    const { amapKey, amapPage, site } = readEnv(settings)
    return { amapKey, amapPage, shown: site.amap }
  }

  test.each([{ ...keys }, { ...keys, MAP_PROVIDER: 'amap' }])('are AMap’s if its keys are set: %j', (settings) => {
    expect(mapsOf(settings)).toEqual({ amapKey: 'service', amapPage: { key: 'page', code: 'code' }, shown: true })
  })

  test.each([{}, { MAP_PROVIDER: 'embedded' }, { ...keys, MAP_PROVIDER: 'embedded' }])(
    'are the embedded ones without a key, or if configured: %j',
    (settings) => {
      expect(mapsOf(settings)).toEqual({ amapKey: undefined, amapPage: undefined, shown: false })
    },
  )

  test('of AMap without a key, or of an unknown service, stop the start with a line that names the setting', () => {
    for (const MAP_PROVIDER of ['amap', 'elsewhere']) expect(() => readEnv({ MAP_PROVIDER })).toThrow(/MAP_PROVIDER/)
  })
})

describe('the public settings of the installation', () => {
  test('have a default for every unset value', () => {
    const { site } = readEnv({})
    expect(site.homeUrl).toBe('/portal')
    expect([site.providerUrl, site.providerRegisterUrl]).toEqual(['', ''])
    expect(site.hosts).toEqual([])
    expect(site.footer.map(({ text }) => text)).toEqual(['消防物联网数据对接平台'])
    expect(readEnv({ DATABASE_URL: 'postgres://h/fire', SECRET_KEY: 'f'.repeat(64) }).site.issuer).toBe('')
    expect(readEnv({ FOOTER_AUTHORITY: '某局' }).site).toMatchObject({ issuer: '某局', footer: [{ text: '某局' }, {}] })
    for (const { text, url } of site.footer) {
      expect(text).not.toBe('')
      expect(url).toMatch(/^https:\/\//)
    }
  })

  test('have no support phone but in the demo city', () => {
    const lineOf = (env: Parameters<typeof readEnv>[0]) => readEnv(env).site.support.line
    expect(lineOf({ SEED: 'none' })).toBe('')
    expect(lineOf({ SEED: 'none', SUPPORT_PHONE: '' })).toBe('')
    expect(lineOf({ SEED: 'demo' })).toMatch(/^021-\d{8}$/)
  })

  test('use the set values; registration is under the providers’ own site', () => {
    const { site } = readEnv({
      SUPPORT_EMAIL: 'help@example.com',
      SUPPORT_PHONE: '021-12345678',
      HOME_URL: 'https://example.com/',
      PROVIDER_SITE_URL: 'https://provider.example.com/app/',
      FOOTER_FILING: '沪ICP备1号',
      ENTERPRISE_HOST: 'Unit.example.com',
      SUPERVISION_HOST: 'xf.example.com:8443',
      PUBLIC_URL: 'https://fire.example.com',
    })
    expect(site).toMatchObject({
      support: { mail: 'help@example.com', line: '021-12345678' },
      homeUrl: 'https://example.com/',
      providerUrl: 'https://provider.example.com/app',
      providerRegisterUrl: 'https://provider.example.com/app/register',
      hosts: ['unit.example.com', 'xf.example.com:8443', 'fire.example.com'],
    })
    expect(site.footer[1]?.text).toBe('沪ICP备1号')
  })

  test.each(['HOME_URL', 'PROVIDER_SITE_URL', 'FOOTER_AUTHORITY_URL'])(
    'a start with a %s that is no web URL is stopped with one line that names it',
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
])('%s is local: %j', (url, isHome) => {
  expect(isAtHome(url)).toBe(isHome)
})

describe('a setting named with _FILE', () => {
  test('is read from that file, without the line break at its end', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fire-settings-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'key')
    writeFileSync(path, `${'ab'.repeat(32)}\n`)
    expect(readEnv({ SECRET_KEY_FILE: path }).secretKey).toBe('ab'.repeat(32))
    expect(() => readEnv({ SECRET_KEY_FILE: path, SECRET_KEY: 'ab'.repeat(32) })).toThrow(
      /^SECRET_KEY and SECRET_KEY_FILE exclude each other/,
    )
    writeFileSync(path, 'short')
    expect(() => readEnv({ SECRET_KEY_FILE: path })).toThrow(/^SECRET_KEY cannot be understood/)
  })

  test('stops the start if the file cannot be read', () => {
    expect(() => readEnv({ METRICS_TOKEN_FILE: '/nowhere/token' })).toThrow(/^METRICS_TOKEN_FILE cannot be read/)
  })
})
