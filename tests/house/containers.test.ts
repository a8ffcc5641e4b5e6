import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { endpoints } from '#contract/all.ts'
import { readEnv, settings } from '#server/platform/env.ts'
import { repositoryRoot as root } from '../support/repository-root.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const ORDINARY_EXPORT_MS = 120_000
const known = new Set(Object.keys(settings.entries))
const OF_NODE = 'NODE_EXTRA_CA_CERTS'

interface Service {
  build?: string
  image?: string
  environment?: Record<string, string>
  volumes?: string[]
  ports?: string[]
  logging?: { options: Record<string, string> }
  depends_on?: string[] | Record<string, unknown>
}
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>
  volumes: Record<string, null>
}
const services = Object.entries(compose.services)
const apps = services.filter(([, { build }]) => build !== undefined)

describe('compose.yaml', () => {
  test('starts two processes or more with valid settings of the server', () => {
    expect(apps.length).toBeGreaterThanOrEqual(2)
    for (const [name, { environment = {} }] of apps) {
      expect([name, Object.keys(environment).filter((one) => !known.has(one) && one !== OF_NODE)]).toEqual([name, []])
      const given = Object.entries(environment).map(([setting, value]) => [
        setting,
        value.replace(/\$\{\w+:-([^}]*)\}/g, '$1').replace(/\$\{\w+:\?\}/g, 'ab'.repeat(32)),
      ])
      expect(readEnv(Object.fromEntries(given) as Record<string, string>)).toMatchObject({
        embedded: false,
        trustProxy: true,
      })
    }
  })

  test('publishes the gateway on loopback unless an address is configured', () => {
    const published = services.flatMap(([, { ports = [] }]) => ports.filter((one) => one.endsWith(':26875')))
    expect(published).toEqual(['${GATEWAY_PUBLISH:-127.0.0.1}:26875:26875'])
    const beyond = { HOST: '0.0.0.0', SECRET_KEY: 'ab'.repeat(32), GATEWAY_PORT: '26875' }
    expect(readEnv(beyond)).toMatchObject({ host: '0.0.0.0', gatewayHost: '127.0.0.1' })
  })

  test('names only existing services, volumes and files', () => {
    const names = new Set(Object.keys(compose.services))
    for (const [name, { depends_on: needs = [], volumes = [], image, build }] of services) {
      const needed = Array.isArray(needs) ? needs : Object.keys(needs)
      expect([name, needed.filter((one) => !names.has(one))]).toEqual([name, []])
      expect(image ?? build).toBeTruthy()
      for (const volume of volumes) {
        const [from = ''] = volume.split(':')
        expect([volume, from.startsWith('.') ? existsSync(join(root, from)) : from in compose.volumes]).toEqual([
          volume,
          true,
        ])
      }
    }
  })

  test('bounds the log of every service', () => {
    for (const [name, { logging }] of services)
      expect([name, logging?.options]).toEqual([name, { 'max-size': '50m', 'max-file': '10' }])
  })

  test('starts the load balancer in front of the processes', () => {
    const upstream = [...read('docs/operations/balancer.conf').matchAll(/^\s+server ([\w-]+):(\d+)/gm)]
    expect(upstream.length).toBeGreaterThanOrEqual(2)
    for (const [, name = '', port] of upstream) expect(compose.services[name]?.environment?.['PORT']).toBe(port)
  })

  test('passes every setting to every process, except the fixed codes of tests', () => {
    const mqtt = new Set(['GATEWAY_PORT', 'GATEWAY_HOST', 'MQTT_URL'])
    for (const [name, { environment = {} }] of apps) {
      const lacking = [...known].filter(
        (setting) => !(setting in environment) && !/^(CAPTCHA|SMS)_FIXED$/.test(setting),
      )
      expect([name, lacking.filter((setting) => name === 'gateway' || !mqtt.has(setting))]).toEqual([name, []])
    }
  })
})

describe.each(['balancer.conf', 'balancer-tls.conf'])('%s', (file) => {
  const config = read(`docs/operations/${file}`)
  const calls = endpoints()
  const once = [...config.matchAll(/location ~ (\S+) \{\s+proxy_next_upstream off;/g)].map(
    ([, pattern = '']) => new RegExp(pattern),
  )
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(config) ?? []
  const [, seconds] = /proxy_read_timeout (\d+)s;/.exec(config) ?? []

  test('sends a GET that changes something, or a long export, to one process only', () => {
    const sent = calls.filter(
      ({ method, effect, timeoutMs = 0 }) => method === 'GET' && (effect || timeoutMs > ORDINARY_EXPORT_MS),
    )
    expect(sent.length).toBeGreaterThan(4)
    expect(sent.filter(({ path }) => !once.some((pattern) => pattern.test(path))).map(({ id }) => id)).toEqual([])
  })

  test('lets pass what the longest and the largest call may be', () => {
    expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(Math.max(...calls.map(({ maxBytes = 0 }) => maxBytes)))
    expect(Number(seconds) * 1000).toBeGreaterThan(Math.max(...calls.map(({ timeoutMs = 0 }) => timeoutMs)))
  })
})

test('fire.service names how each folder that it writes to is created', () => {
  const unit = read('docs/operations/fire.service')
  const paths = [...unit.matchAll(/^ReadWritePaths=-?(\S+)$/gm)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(0)
  for (const path of paths) expect(unit).toMatch(new RegExp(`^#.*install -d -o fire .*${path}$`, 'm'))
})

describe('Dockerfile', () => {
  const lines = read('Dockerfile').split('\n')
  const programs = [...read('vite.config.ts').matchAll(/^ {2}(\w+): '(?:src|mocks)\//gm)].map(
    ([, name]) => `dist/server/${name}.js`,
  )

  test('copies existing files, and no ignored ones', () => {
    const kept = read('.dockerignore').split('\n').filter(Boolean)
    const copied = lines.flatMap((line) => {
      const [, from = ''] = /^COPY (?:--from=\w+ )?(.+) \S+$/.exec(line) ?? []
      return from
        .split(' ')
        .filter(Boolean)
        .map((path) => ({ path: path.replace(/^\/app\//, ''), own: !line.includes('--from') }))
    })
    expect(copied.length).toBeGreaterThan(6)
    expect(copied.filter(({ path, own }) => own && kept.includes(path))).toEqual([])
    const made = new Set(['node_modules', 'dist'])
    expect(copied.filter(({ path }) => !made.has(path) && !existsSync(join(root, path)))).toEqual([])
  })

  test('starts a program of the build with valid settings of the server', () => {
    const [, program] = /^CMD \["node", "([^"]+)"\]$/m.exec(read('Dockerfile')) ?? []
    expect(programs).toContain(program)
    const set = [...read('Dockerfile').matchAll(/^ENV (.+)$/gm)].flatMap(([, said = '']) =>
      said.split(' ').map((one) => one.split('=')[0]),
    )
    expect(set.filter((name) => name !== 'NODE_ENV' && !known.has(name ?? ''))).toEqual([])
  })
})
