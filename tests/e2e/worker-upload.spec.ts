import { queueWrites } from './queue-writes.ts'
import { untilControlled } from './people.ts'
import { expect, sheet, test } from './situation.ts'
import { tapNotification } from './tap-notification.ts'
import { toWorker } from './worker-events.ts'

const ACTS = 'select act from alarm_act where alarm_id = $1 order by id'

test.use({ serviceWorkers: 'allow' })

test(
  'during an upload of the worker both the app and the notification send an act on a fire',
  { tag: '@whole-browser' },
  async ({ page, context, scene, server, sql, enter, report }) => {
    await context.grantPermissions(['notifications'], { origin: server.url })
    await enter('/socialData')
    await untilControlled(page)
    await report(scene)
    const [alarm] = await sql<{ id: string }>('select max(id)::text as id from alarm')
    const [account] = await sql<{ id: string }>(`select id::text from account where account = 'unit01'`)
    const idle = await context.newPage()
    await idle.goto('/manifest.webmanifest')
    await page.close()
    const worker = context.serviceWorkers()[0]!
    await worker.evaluate(() => {
      const scope = globalThis as typeof globalThis & { uploads: number; failed: number }
      const send = fetch
      scope.uploads = 0
      scope.failed = 0
      scope.fetch = (url, init) => {
        if (String(url).includes('/alarm/ack') && scope.failed === 0) {
          scope.failed += 1
          return Promise.resolve(new Response('', { status: 503 }))
        }
        if (!String(url).includes('/file/upload')) return send(url, init)
        scope.uploads += 1
        return new Promise(() => undefined)
      }
    })
    await queueWrites(idle, [
      {
        key: `upload-${Date.now()}`,
        call: { id: 'message.readMany', path: '/field/v1/message/read', encoding: 'json' },
        input: { ids: ['1'] },
        thing: 'declaration:1',
        label: '申报',
        photo: 'a.jpg',
      },
    ])
    await toWorker(context, idle, server.url, (session, target) =>
      session.send('ServiceWorker.dispatchSyncEvent', { ...target, tag: 'unsent', lastChance: false }),
    )
    const uploads = () => worker.evaluate(() => (globalThis as typeof globalThis & { uploads: number }).uploads)
    await expect.poll(uploads).toBe(1)

    const phone = await context.newPage()
    await phone.goto(`${server.url}/alarms?id=${alarm!.id}`)
    await sheet(phone).getByRole('button', { name: '我去看' }).click()
    await expect.poll(() => sql(ACTS, [alarm!.id])).toEqual([{ act: 'ack' }])
    expect(await worker.evaluate(() => (globalThis as typeof globalThis & { failed: number }).failed)).toBe(1)

    const message = { title: '火警', body: '', url: '/', alarm: alarm!.id, uid: account!.id, isOpen: true }
    const shown = await tapNotification(worker, { ...message, token: 'own', delivery: '1' }, 'false')
    expect(shown.at(-1)).toBe('已确认误报')
    expect(await sql(ACTS, [alarm!.id])).toEqual([{ act: 'ack' }, { act: 'verdict' }])
    expect(await uploads()).toBe(1)
  },
)
