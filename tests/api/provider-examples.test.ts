import { execFile } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serve, type ServerType } from '@hono/node-server'
import { and, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { demoKeysOf } from '#demo/seed/provider.ts'
import { point } from '#server/schema/point.table.ts'
import { deviceEvent } from '#server/schema/record.table.ts'
import { openApi } from '../support/api-context.ts'
import { OWN, somewhere } from '../support/point-fixtures.ts'
import { repositoryRoot } from '../support/repository-root.ts'

const city = await openApi()
afterAll(() => city.close())

const run = promisify(execFile)

test.each([
  ['node', 'report.mjs'],
  // `.ci/run` installs it.
  ['python3', 'report.py'],
])('%s docs/examples/%s registers its points, and its reports are stored, as in the guide', (program, file) =>
  city.undone(async (t) => {
    const { appKey, secret } = demoKeysOf(OWN)
    const { projectId, id } = await somewhere(t)
    t.clock.pass(Date.now() - t.clock.now().getTime())
    // A proxy's page; the example retries.
    const answers = [() => new Response('<html>502 Bad Gateway</html>', { status: 502 })]
    const answer: typeof t.api.fetch = (...asked) => answers.pop()?.() ?? t.api.fetch(...asked)
    const server: ServerType = serve({ fetch: answer, hostname: '127.0.0.1', port: 0 })
    try {
      await once(server, 'listening')
      const env = {
        PATH: process.env.PATH,
        PYTHONIOENCODING: 'utf-8',
        BASE: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        KEY: appKey,
        SECRET: secret,
        PROJECT: projectId,
      }
      const { stdout } = await run(program, [join(repositoryRoot, 'docs/examples', file)], { env })
      expect(
        stdout
          .trim()
          .split('\n')
          .map((line) => line.trim()),
      ).toEqual([
        '上海砚清智慧消防科技有限公司',
        '/open/v1/points DEMO-P1 accepted',
        '/open/v1/points DEMO-S1 accepted',
        '/open/v1/readings DEMO-P1 accepted',
        '/open/v1/events DEMO-S1 accepted',
        '/open/v1/events DEMO-S1 accepted',
      ])
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
    } finally {
      server.close()
    }
  })(),
)
