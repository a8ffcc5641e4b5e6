import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { phone } from '#contract/auth.ts'
import { toWireTime } from '#contract/time.ts'
import { newKey, newProjectId } from '../registry/building-key.ts'
import { CITY_NO, PROVINCE_NO } from '../reference/regions.ts'
import { building, buildingUnit } from '../schema/building.table.ts'
import { dutyContact } from '../schema/duty-contact.table.ts'
import { point } from '../schema/point.table.ts'
import { provider } from '../schema/provider.table.ts'
import { SELF_TEST_COUNTY, selfTest } from '../schema/self-test.table.ts'
import { unit } from '../schema/unit.table.ts'
import { type Command, type Given, needOption } from './command.ts'
import { type CliContext, CommandError } from './cli-context.ts'
import { readSelfTest } from './self-test.store.ts'

const NAME = '平台自检'
const EVERY_MINUTES = 5
/** GB/T 26875.3, table 5. */
const DETECTOR = { deviceType: 42, systemId: 1, apiId: 1, apiType: 1 }
/** Calls its contact at once. */
const LARGE_COMPLEX = 1

const area = { provinceNo: PROVINCE_NO, cityNo: CITY_NO, county: SELF_TEST_COUNTY, streetNo: `${SELF_TEST_COUNTY}000` }

function intervalOf({ options }: Given): number {
  const given = options['every'] ?? String(EVERY_MINUTES)
  const minutes = Number(given)
  if (typeof given !== 'string' || !/^\d{1,4}$/.test(given) || minutes < 1 || minutes > 1440)
    throw new CommandError('--every 应为 1 至 1440 分钟')
  return minutes
}

async function add(desk: CliContext, given: Given): Promise<void> {
  const parsed = v.safeParse(phone, needOption(given, 'phone', '接收自检通知的手机号'))
  if (!parsed.success) throw new CommandError(parsed.issues[0].message)
  const everyMinutes = intervalOf(given)
  const { deps } = desk
  const context = desk.context('addSelfTest')
  const { now } = context
  await context.write(async (tx) => {
    if (await readSelfTest(tx)) throw new CommandError('已有自检建筑；更改时先执行 remove-self-test')
    const keys = () => ({ appKey: newKey(deps), secret: deps.secrets.seal(newKey(deps)), createdAt: now })
    const [source] = await tx
      .insert(provider)
      .values({ name: NAME, county: SELF_TEST_COUNTY, ...keys() })
      .returning({ id: provider.id })
    const [owner] = await tx
      .insert(unit)
      .values({ ...area, name: NAME, type: 4, ...keys(), modifiedAt: now })
      .returning({ id: unit.id })
    const [place] = await tx
      .insert(building)
      .values({
        ...area,
        name: NAME,
        complexName: NAME,
        buildingType: LARGE_COMPLEX,
        registered: false,
        providerId: source?.id ?? null,
        openProjectId: newProjectId(deps),
        appKey: newKey(deps),
        createdAt: now,
        modifiedAt: now,
      })
      .returning({ id: building.id })
    if (!source || !owner || !place) throw new Error('the self-test building was not added')
    const times = { createdAt: now, modifiedAt: now }
    await tx.insert(buildingUnit).values({ buildingId: place.id, unitId: owner.id, kind: 'bound', ...times })
    await tx.insert(dutyContact).values({ unitId: owner.id, rank: 1, name: NAME, phone: parsed.output, ...times })
    const device = { deviceNo: NAME, pointNumber: 'self-test', deviceName: '自检探测器' }
    const [detector] = await tx
      .insert(point)
      .values({ buildingId: place.id, ...device, ...DETECTOR, createdAt: now })
      .returning({ id: point.id })
    if (!detector) throw new Error('the self-test point was not added')
    await tx.insert(selfTest).values({ buildingId: place.id, pointId: detector.id, everyMinutes })
    return { value: null, audit: { buildingId: place.id, everyMinutes } }
  })
  desk.say(`已建立自检建筑：每 ${everyMinutes} 分钟上报一次火警，经全部环节通知 ${parsed.output}`)
}

async function show(desk: CliContext): Promise<void> {
  const test = await readSelfTest(desk.deps.db)
  if (!test) throw new CommandError('没有自检建筑；执行 add-self-test --phone <手机号> 建立')
  const { passedAt, tookMs, dueAt, now, everyMinutes, phone: recipient } = test
  desk.say(`每 ${everyMinutes} 分钟自检一次，通知 ${recipient}`)
  desk.say(
    passedAt ? `最近通过：${toWireTime(passedAt)}，用时 ${((tookMs ?? 0) / 1000).toFixed(1)} 秒` : '尚未通过一次',
  )
  if (now > dueAt) throw new CommandError(`自检已中断：应在 ${toWireTime(dueAt)} 前再次通过`)
}

async function remove(desk: CliContext): Promise<void> {
  await desk.context('removeSelfTest').write(async (tx) => {
    const test = await readSelfTest(tx)
    if (!test) throw new CommandError('没有自检建筑')
    await tx.delete(building).where(eq(building.id, test.buildingId))
    await tx.delete(unit).where(eq(unit.county, SELF_TEST_COUNTY))
    await tx.delete(provider).where(eq(provider.id, test.providerId))
    return { value: null, audit: { buildingId: test.buildingId } }
  })
  desk.say('已撤除自检建筑')
}

export const selfTestCommands: Record<string, Command> = {
  'add-self-test': {
    usage: '--phone <手机号> [--every <分钟>]',
    says: '建立自检建筑：定时上报火警并通知该手机，检验通知的全部环节',
    options: ['phone', 'every'],
    needsKey: true,
    run: add,
  },
  'self-test': { usage: '', says: '显示自检结果；中断时以 1 退出', run: show },
  'remove-self-test': { usage: '', says: '撤除自检建筑', run: remove },
}
