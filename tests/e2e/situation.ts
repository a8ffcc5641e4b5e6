import type { Page } from '@playwright/test'
import { DEFAULT_POLICY } from '#contract/alarm-policy.ts'
import { FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { type Message, type MessageGateway, openMessageGateway } from '../support/message-gateway.ts'
import { type Detector, reportFire } from '../support/report-fire.ts'
import { expect, test as base } from './fixtures.ts'
import { comeSignedIn } from './people.ts'
import { createWitness, inGroups, type Witness } from './witness.ts'

export { expect } from './fixtures.ts'

/** Seconds from an alarm to the steps of the usual policy: the first alone comes during a test. */
const SLOW = DEFAULT_POLICY.map((_, at) => at * 3600)
const policyOf = (steps: readonly number[]) =>
  JSON.stringify(DEFAULT_POLICY.map((step, at) => ({ ...step, after: steps[at] })))

/** Called one after the other, then the district and the city. */
export const PHONES = {
  张一: '13700000001',
  李二: '13700000002',
  王三: '13700000003',
  区值班: '13700000004',
  市值班: '13700000005',
} as const

/** A building of unit01 alone, served by the simulator's provider. */
export interface Scene extends Detector {
  readonly unit: string
  readonly county: string
  /** Place among the provider's buildings, from 1. */
  readonly nth: number
}

const SCENE = `select b.id::text, b.name, b.county, b.provider_id::int as provider, b.open_project_id as project,
    u.unit_id::text as unit, (select count(*)::int from building o where o.provider_id = b.provider_id and o.id <= b.id) as nth,
    (select point_number from point where building_id = b.id and api_id = 1 order by id limit 1) as number
  from building b join building_unit u on u.building_id = b.id and u.kind = 'bound' and u.confirmed
  join account a on a.unit_id = u.unit_id and a.account = 'unit01'
  where b.provider_id = ${FIRST_PROVIDER_ID} and b.access_status = 1 and b.approve_status is null
    and not exists (select 1 from building_unit o where o.building_id = b.id and o.kind = 'bound' and o.unit_id <> u.unit_id)
    and (select count(*) from point where building_id = b.id and api_id = 1) > 1
  order by b.id limit 1`

/** A city without alarms, and its persons. Repeated before each test. */
const CALM = [
  'begin',
  // The job that raises missing alarms looks for their records again once it has these.
  'select 1 from building_state order by building_id for update',
  'delete from alarm',
  'delete from delivery',
  `delete from device_event where kind = 'fire' or api_id in (11, 12)`,
  'delete from duty_contact',
  'delete from push_subscription',
  'delete from webhook',
  'delete from shelf',
  'commit',
]

interface Fixtures {
  /** Seconds from an alarm to each step of the usual policy. */
  readonly steps: readonly number[]
  readonly scene: Scene
  /** Signed in as the city's officer, at a desk. */
  readonly officer: Page
  readonly enter: (path: string) => Promise<void>
  readonly report: (detector: Detector) => Promise<void>
  /** Plays a day of the device simulator at the building. */
  readonly play: (day: string) => Promise<void>
  /** Messages that the gateway accepted, as `短信 张一`. */
  readonly received: () => string[]
  readonly witness: Witness
  readonly ledger: (...steps: (string | string[])[]) => Promise<void>
}

export const test = base.extend<Fixtures, { gateway: MessageGateway }>({
  gateway: [
    async ({ browser }, use) => {
      const gateway = await openMessageGateway()
      browser.once('disconnected', () => gateway.close())
      await use(gateway)
    },
    { scope: 'worker' },
  ],

  settings: [
    async ({ gateway }, use) => use({ ...gateway.settings, ALARM_POLICY: policyOf(SLOW) }),
    { scope: 'worker' },
  ],

  steps: [SLOW, { option: true }],

  server: async ({ server, steps }, use) => {
    const [usual, wanted] = [policyOf(SLOW), policyOf(steps)]
    if (wanted !== usual) await server.restart({ ALARM_POLICY: wanted })
    await use(server)
    if (wanted !== usual) await server.restart({ ALARM_POLICY: usual })
  },

  scene: [
    async ({ sql, gateway }, use) => {
      for (const statement of CALM) await sql(statement)
      const [scene] = await sql<Scene>(SCENE)
      // A key building: its first contact is called at once.
      await sql('update building set building_type = 1 where id = $1', [scene!.id])
      const [first, second, third, district, city] = Object.entries(PHONES)
      for (const [rank, [name, phone]] of [first!, second!, third!].entries())
        await sql(
          `insert into duty_contact (unit_id, rank, name, phone, created_at, modified_at) values ($1, $2, $3, $4, now(), now())`,
          [scene!.unit, rank + 1, name, phone],
        )
      for (const [where, [name, phone]] of [
        ['level = 3 and county = $1', district!],
        ['level = 2 and $1::text is not null', city!],
      ] as const)
        await sql(
          `insert into duty_contact (organ_id, rank, name, phone, created_at, modified_at)
         select id, 1, $2, $3, now(), now() from organ where ${where} order by id limit 1`,
          [scene!.county, name, phone],
        )
      gateway.accepted.length = 0
      gateway.isDown = false
      await use(scene!)
    },
    { auto: true },
  ],

  officer: async ({ browser, server, request }, use) => {
    const office = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 1440, height: 900 },
      deviceScaleFactor: 1,
      isMobile: false,
      hasTouch: false,
    })
    const page = await office.newPage()
    await comeSignedIn(page, request, 'zhidui')
    await page.goto('/fireDepData')
    await use(page)
    await office.close()
  },

  enter: async ({ page, request }, use) => {
    await use(async (path) => {
      await comeSignedIn(page, request, 'unit01')
      await page.goto(path)
    })
  },

  report: async ({ server, witness }, use) => {
    await use(async (detector) => {
      await reportFire(server.url, detector)
      witness.reported(Date.now())
    })
  },

  play: async ({ server, scene, sql, witness }, use) => {
    await use(async (day) => {
      const { code, said } = await server.run(
        'simulate',
        '--day',
        day,
        '--url',
        server.url,
        '--building',
        String(scene.nth),
      )
      expect([code, said]).toEqual([0, expect.stringContaining(scene.name)])
      const [first] = await sql<{ at: Date }>('select min(received_at) as at from alarm where building_id = $1', [
        scene.id,
      ])
      witness.reported(first!.at.getTime())
    })
  },

  received: async ({ gateway }, use) => {
    await use(() => gateway.accepted.map(nameMessage))
  },

  witness: async ({ gateway }, use) => {
    await use(createWitness(() => gateway.accepted.map((message) => ({ at: message.at, words: nameMessage(message) }))))
  },

  ledger: async ({ officer, scene, sql, received, witness }, use, testInfo) => {
    let kept: string[] = []
    await use(async (...steps) => {
      const rows = steps.flat()
      const waiting = `select 1 from delivery where state in ('queued', 'sending')`
      // Five tries take 44 s.
      await expect.poll(async () => (await sql(waiting)).length, { timeout: 70_000 }).toBe(0)
      await officer.goto(`/deliveries?building=${scene.id}`)
      const lines = officer.getByRole('table', { name: '通知记录' }).getByRole('row')
      const shown = async () => {
        const cells = await lines.evaluateAll((all) =>
          all.map((one) => [...one.children].map((cell) => (cell as HTMLElement).innerText)),
        )
        return cells.slice(1).toReversed()
      }
      if (rows.length === 0) await expect(officer.getByText('没有符合条件的通知记录')).toBeVisible()
      else
        await expect
          .poll(async () => inGroups((await shown()).map(nameRow), steps))
          .toEqual(steps.map((step) => [step].flat().toSorted()))
      kept = rows.length === 0 ? [] : (await shown()).map((cells) => `${cells[1]} ${nameRow(cells)}`)
      expect(new Set(rows).size).toBe(rows.length)
      const delivered = rows.filter((one) => one.endsWith(' 已送达')).map((one) => one.split(' ').slice(0, 2).join(' '))
      expect(received().toSorted()).toEqual(delivered.toSorted())
    })
    const table = witness.table(testInfo.title, kept)
    await testInfo.attach('witness', { body: table, contentType: 'text/plain' })
    console.log(table)
  },
})

const CHANNELS = { sms: '短信', voice: '电话', push: '推送', webhook: '对外转发' } as const

export const PUSH_PATH = '/phone'

function nameMessage({ channel, to, headers }: Message): string {
  const recipient = channel === 'webhook' ? headers.host : to
  const name = to === PUSH_PATH ? '张一' : Object.entries(PHONES).find(([, phone]) => phone === to)?.[0]
  return `${CHANNELS[channel]} ${name ?? recipient}`
}

function nameRow([, , channel = '', recipient = '', text = '', result = '']: string[]): string {
  const subject = text.split(/[：，]/)[0]
  return [channel, recipient.split(' ')[0], subject, result.split('\n')[0]].join(' ')
}

/** The panel of a new alarm. */
export const panel = (page: Page) => page.getByRole('region', { name: /^(新火警|又有设备报警)/ })

export const sheet = (page: Page) => page.getByRole('dialog')

export const desk = (page: Page) => page.getByRole('region', { name: '火警详情' })

/** Path of the link in the newest message to a person. */
export function linkTo({ accepted }: MessageGateway, name: keyof typeof PHONES): string {
  const message = accepted.findLast(({ to, text }) => to === PHONES[name] && text.includes('https://'))
  return new URL(/https:\S+/.exec(message?.text ?? '')?.[0] ?? '').pathname
}

/** A row of the open alarms. */
export const row = (page: Page, { name }: Scene) =>
  page.getByRole('list', { name: '未结束的火警' }).getByRole('link').filter({ hasText: name })

export const ended = (page: Page, { name }: Scene) =>
  page.getByRole('list', { name: '已结束的火警' }).getByRole('link').filter({ hasText: name })
