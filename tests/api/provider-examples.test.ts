import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serve, type HttpBindings, type ServerType } from '@hono/node-server'
import { and, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { ingest } from '#contract/ingest.ts'
import { demoKeysOf } from '#demo/seed/provider.ts'
import { building } from '#server/schema/building.table.ts'
import { point } from '#server/schema/point.table.ts'
import { deviceEvent } from '#server/schema/record.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { OWN, somewhere } from '../support/point-fixtures.ts'
import { repositoryRoot } from '../support/repository-root.ts'

const city = await openApi()
afterAll(() => city.close())

const run = promisify(execFile)
const examples = join(repositoryRoot, 'docs/examples')
const built = mkdtempSync(join(tmpdir(), 'fire-examples-'))
afterAll(() => rmSync(built, { recursive: true, force: true }))

/** `.ci/run` installs the compilers. */
async function compileCSharp(): Promise<string> {
  const to = join(built, 'Client.exe')
  await run('mcs', ['-r:System.Net.Http', '-r:System.Runtime.Serialization', `-out:${to}`, join(examples, 'Client.cs')])
  return to
}

async function reports(t: TestApi, command: () => Promise<readonly string[]>) {
  const { appKey, secret } = demoKeysOf(OWN)
  const { id } = await somewhere(t)
  const [place] = await t.db.select({ buildingKey: building.appKey }).from(building).where(eq(building.id, id))
  const [program = '', ...words] = await command()
  t.clock.pass(Date.now() - t.clock.now().getTime())
  let isProxyDown = true
  let isLost = false
  const bodies: string[] = []
  const answer = async (request: Request, { incoming }: HttpBindings) => {
    if (isProxyDown) {
      isProxyDown = false
      return new Response('<html>502 Bad Gateway</html>', { status: 502 })
    }
    const { pathname } = new URL(request.url)
    if (pathname === ingest.readings.path) bodies.push(await request.clone().text())
    const response = await t.api.fetch(request)
    if (pathname !== ingest.readings.path || isLost) return response
    isLost = true
    incoming.socket.destroy()
    return response
  }
  const server: ServerType = serve({ fetch: answer as never, hostname: '127.0.0.1', port: 0 })
  try {
    await once(server, 'listening')
    const env = {
      PATH: process.env.PATH,
      LANG: 'C.UTF-8',
      PYTHONIOENCODING: 'utf-8',
      BASE: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      KEY: appKey,
      SECRET: secret,
      BUILDING_KEY: place!.buildingKey,
    }
    const { stdout } = await run(program, words, { env, cwd: repositoryRoot })
    const lines = stdout.split('\n').map((line) => line.trim())
    return { id, bodies, lines: lines.filter(Boolean) }
  } finally {
    server.close()
  }
}

test.each<[string, () => Promise<readonly string[]>]>([
  ['client.ts', async () => ['node', '--import', 'tsx', join(examples, 'client.ts')]],
  ['client.py', async () => ['python3', join(examples, 'client.py')]],
  ['Client.java', async () => ['java', '-Dfile.encoding=UTF-8', join(examples, 'Client.java')]],
  ['Client.cs', async () => ['mono', await compileCSharp()]],
])(
  'docs/examples/%s binds, registers and reports, and sends a batch without a response again',
  (_, command) =>
    city.undone(async (t) => {
      const { id, lines, bodies } = await reports(t, command)
      expect(lines).toEqual([
        '上海砚清智慧消防科技有限公司',
        'points DEMO-P1 accepted',
        'points DEMO-S1 accepted',
        'readings DEMO-P1 duplicate',
        'events DEMO-S1 accepted',
        'events DEMO-S1 accepted',
      ])
      expect(bodies).toHaveLength(2)
      expect(bodies[1]).toBe(bodies[0])
      const at = (number: string) => and(eq(point.buildingId, id), eq(point.pointNumber, number))
      const [gauge] = await t.db.select().from(point).where(at('DEMO-P1'))
      expect(gauge).toMatchObject({ online: true, latest: { pressure: 0.18 }, deviceName: '屋顶消火栓压力' })
      const events = await t.db
        .select({ kind: deviceEvent.kind, from: deviceEvent.occurredAt, to: deviceEvent.endedAt })
        .from(deviceEvent)
        .innerJoin(point, eq(point.id, deviceEvent.pointId))
        .where(at('DEMO-S1'))
      expect(events.map(({ kind, from, to }) => [kind, to && to.getTime() - from.getTime()])).toEqual([
        ['fire', 60_000],
      ])
    })(),
  120_000,
)
