import { Buffer } from 'node:buffer'
import { deflateRawSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import readXlsxFile from 'read-excel-file/node'
import { afterAll, describe, expect, test } from 'vitest'
import type { Envelope } from '#contract/errors.ts'
import { buildingDetail, type BuildingDetail } from '#contract/building-detail.ts'
import { point, type PointRow } from '#contract/point.ts'
import { openApi, type TestApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

interface Place {
  readonly id: number
  readonly openProjectId: string
  readonly appKey: string
}

/** A building bound to the unit of an account, by SQL. */
async function buildingOf(t: TestApi, account: string): Promise<Place> {
  const { rows } = await t.db.execute<{ id: string; open: string; key: string }>(sql`
    select b.id, b.open_project_id as open, b.app_key as key from building b
    join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
    join account a on a.unit_id = bu.unit_id where a.account = ${account} order by b.id limit 1`)
  return { id: Number(rows[0]!.id), openProjectId: rows[0]!.open, appKey: rows[0]!.key }
}

const counted = async (t: TestApi, query: ReturnType<typeof sql>) => Number((await t.db.execute(query)).rows[0]!.n)
const pointsOf = (t: TestApi, id: number) =>
  counted(t, sql`select count(*)::int as n from point where building_id = ${id}`)

async function sendFile(t: TestApi, token: string, place: { openProjectId: string }, content: Buffer | string) {
  const form = new FormData()
  form.set('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), '点位.xlsx')
  form.set('openProjectId', place.openProjectId)
  const response = await t.api.request(point.import.path, {
    method: 'POST',
    headers: { 'x-auth-token': token, 'x-forwarded-for': '192.0.2.1' },
    body: form,
  })
  return (await response.json()) as Envelope<{ addedNum: number; updatedNum: number; sameNum: number } | null>
}

const HEAD = '设备编号,点位编号,设备名称,消防系统,接口类型,设备类型,楼层,区域,描述'
const line = (n: number, over: Partial<Record<'number' | 'type' | 'system' | 'floor' | 'name', string>> = {}) =>
  [
    `N${n}`,
    over.number ?? `NEW-${n}`,
    over.name ?? `新烟感${n}`,
    over.system ?? '火灾自动报警系统',
    '火警信息',
    over.type ?? '点型光电感烟火灾探测器',
    over.floor ?? '3层',
    '东区',
    '',
  ].join(',')

const listOf = async (t: TestApi, token: string, place: Place, more: object = {}) =>
  (await t.call(point.list, { openProjectId: place.openProjectId, ...more }, token)).body.data as {
    list: PointRow[]
    total: number
  }

describe('the point table', () => {
  test(
    'lists a building’s points fifteen a page, no row twice, and finds by number, name, floor and device type',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const place = await buildingOf(t, 'unit01')
      const total = await pointsOf(t, place.id)
      const seen = new Set<string>()
      for (let currentPage = 1; seen.size < total; currentPage++) {
        const page = await listOf(t, token, place, { currentPage })
        expect(page.total).toBe(total)
        expect(page.list).toHaveLength(Math.min(15, total - seen.size))
        for (const row of page.list) seen.add(row.id)
      }
      const [first] = (await listOf(t, token, place)).list
      const found = await listOf(t, token, place, { search: first!.pointNumber })
      expect(found.list.map((row) => row.id)).toContain(first!.id)
      expect((await listOf(t, token, place, { search: '%' })).total).toBe(0)
      const smoke = await listOf(t, token, place, { deviceType: '42', pageSize: 100 })
      expect(new Set(smoke.list.map((row) => row.deviceTypeName))).toEqual(new Set(['点型光电感烟火灾探测器']))
      expect(smoke.total).toBe(
        await counted(
          t,
          sql`select count(*)::int as n from point where building_id = ${place.id} and device_type = 42`,
        ),
      )
    }),
  )

  test(
    'a search is served by an index of the building, and so is its order',
    city.undone(async (t) => {
      const { id } = await buildingOf(t, 'unit01')
      await t.db.execute(sql`set local enable_seqscan = off`)
      const { rows } = await t.db.execute(
        sql`explain select * from point where building_id = ${id} order by id limit 15`,
      )
      expect(JSON.stringify(rows)).toContain('point_building_idx')
    }),
  )

  test(
    'offers each system with the device types that belong to it',
    city.undone(async (t) => {
      const { body } = await t.call(point.types, {}, await t.signIn('unit01'))
      const systems = body.data as { sysName: string; deviceTypeList: { deviceTypeName: string }[] }[]
      expect(systems).toHaveLength(14)
      for (const { deviceTypeList } of systems) {
        expect(deviceTypeList.length).toBeGreaterThan(0)
        for (const type of deviceTypeList) expect(type.deviceTypeName).toMatch(/\p{Script=Han}/u)
      }
    }),
  )
})

describe('an edit', () => {
  test(
    'changes floor, zone and descript and nothing else, and is audited',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const [row] = (await listOf(t, token, await buildingOf(t, 'unit01'))).list
      const wish = { floor: '9层', zone: '西区', descript: '=1+1' }
      const sent = { id: row!.id, ...wish, version: row!.version!, deviceName: '别的名字', deviceNo: '1' }
      expect((await t.call(point.edit, sent, token)).body).toMatchObject({ code: 200 })
      const now = (await t.call(point.detail, { id: row!.id }, token)).body.data as unknown as PointRow
      expect(now).toEqual({ ...row, ...wish, version: row!.version! + 1 })
      expect(
        await counted(
          t,
          sql`select count(*)::int as n from audit where action = 'point.edit' and detail->>'pointId' = ${row!.id}`,
        ),
      ).toBe(1)
    }),
  )

  test(
    'that started from an older version is told of the conflict and changes nothing',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const [row] = (await listOf(t, token, await buildingOf(t, 'unit01'))).list
      const of = { id: row!.id, version: row!.version! }
      expect((await t.call(point.edit, { ...of, floor: '甲' }, token)).body.code).toBe(200)
      expect((await t.call(point.edit, { ...of, floor: '乙' }, token)).body).toMatchObject({
        code: 409,
        message: '该点位已被他人修改，请核对后再保存',
      })
      const now = (await t.call(point.detail, { id: row!.id }, token)).body.data as unknown as PointRow
      expect(now.floor).toBe('甲')
    }),
  )

  test(
    'that is too long is refused at its field',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const [row] = (await listOf(t, token, await buildingOf(t, 'unit01'))).list
      const { body } = await t.call(point.edit, { id: row!.id, floor: '高'.repeat(33) }, token)
      expect(body).toMatchObject({ code: 400, errors: { floor: '楼层最多 32 个字' } })
    }),
  )

  test(
    'removing a point closes its open problems and keeps what it reported',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { rows } = await t.db.execute<{ id: string; n: number }>(sql`
        select p.id, (select count(*)::int from reading r where r.point_id = p.id) as n from point p
        join problem q on q.point_id = p.id and q.solved_at is null
        join building_unit bu on bu.building_id = p.building_id and bu.kind = 'bound'
        join account a on a.unit_id = bu.unit_id where a.account = 'unit01' order by p.id limit 1`)
      const { id, n } = rows[0]!
      expect((await t.call(point.delete, { id }, token)).body.code).toBe(200)
      expect((await t.call(point.detail, { id }, token)).body.code).toBe(404)
      expect(
        await counted(t, sql`select count(*)::int as n from problem where point_id = ${id} and solved_at is null`),
      ).toBe(0)
      expect(await counted(t, sql`select count(*)::int as n from reading where point_id = ${id}`)).toBe(n)
    }),
  )
})

describe('export and import', () => {
  test(
    'what is exported reads back equal: the same table, and an import of it changes nothing',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const place = await buildingOf(t, 'unit01')
      const total = await pointsOf(t, place.id)
      const address = (await t.call(point.export, { openProjectId: place.openProjectId, pageSize: 0 }, token)).body.data
      const file = Buffer.from(await (await t.api.request(address as string)).arrayBuffer())
      const sheet = await readXlsxFile(file)
      const table = ('data' in sheet[0]! ? (sheet[0] as { data: unknown[][] }).data : sheet) as unknown[][]
      expect(table).toHaveLength(total + 1)
      const { list } = await listOf(t, token, place)
      expect(table[1]!.slice(0, 3)).toEqual([list[0]!.deviceNo, list[0]!.pointNumber, list[0]!.deviceName])
      expect(await sendFile(t, token, place, file)).toMatchObject({
        code: 200,
        data: { addedNum: 0, updatedNum: 0, sameNum: total },
      })
      expect(await pointsOf(t, place.id)).toBe(total)
    }),
  )

  test(
    'text that looks like a formula comes out as text and goes in again as it was',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const place = await buildingOf(t, 'unit01')
      const [row] = (await listOf(t, token, place)).list
      const evil = '=HYPERLINK("http://evil.example","点我")'
      await t.call(point.edit, { id: row!.id, floor: '@SUM(1)', zone: '+1', descript: evil }, token)
      const address = (await t.call(point.export, { openProjectId: place.openProjectId }, token)).body.data
      const file = Buffer.from(await (await t.api.request(address as string)).arrayBuffer())
      const sheet = await readXlsxFile(file)
      const table = ('data' in sheet[0]! ? (sheet[0] as { data: unknown[][] }).data : sheet) as unknown[][]
      expect(table[1]!.slice(6)).toEqual(['@SUM(1)', '+1', evil])
      expect((await sendFile(t, token, place, file)).data).toMatchObject({ updatedNum: 0 })
    }),
  )

  test(
    'a thousand points with seven bad rows: the seven are named, and none is kept',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const place = await buildingOf(t, 'unit01')
      const before = await pointsOf(t, place.id)
      const lines = Array.from({ length: 1000 }, (_, i) => line(i + 1))
      const bad: Record<number, string> = {
        10: line(10, { number: '' }),
        99: line(99, { type: '没有的类型' }),
        250: line(250, { system: '没有的系统' }),
        251: line(251, { floor: '高'.repeat(33) }),
        500: line(500, { number: 'NEW-499' }),
        777: line(777, { name: '' }),
        1000: line(1000, { number: 'X'.repeat(33) }),
      }
      for (const [n, text] of Object.entries(bad)) lines[Number(n) - 1] = text
      const refused = await sendFile(t, token, place, [HEAD, ...lines].join('\r\n'))
      expect(refused).toMatchObject({ code: 400, message: '7 行有误，未导入任何点位', data: null })
      // The header is row 1.
      expect(Object.keys(refused.errors!)).toEqual(Object.keys(bad).map((n) => `第 ${Number(n) + 1} 行`))
      expect(refused.errors!['第 501 行']).toBe('点位编号与第 500 行重复')
      expect(refused.errors!['第 100 行']).toBe('设备类型“没有的类型”不存在')
      expect(await pointsOf(t, place.id)).toBe(before)

      for (const n of Object.keys(bad)) lines[Number(n) - 1] = line(Number(n))
      expect(await sendFile(t, token, place, [HEAD, ...lines].join('\r\n'))).toMatchObject({
        code: 200,
        data: { addedNum: 1000, updatedNum: 0, sameNum: 0 },
      })
      expect(await pointsOf(t, place.id)).toBe(before + 1000)
    }),
  )

  test(
    'a point that is there may change its floor by import, its device type not',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const place = await buildingOf(t, 'unit01')
      await sendFile(t, token, place, [HEAD, line(1)].join('\n'))
      expect((await sendFile(t, token, place, [HEAD, line(1, { floor: '88层' })].join('\n'))).data).toEqual({
        addedNum: 0,
        updatedNum: 1,
        sameNum: 0,
      })
      const other = await sendFile(t, token, place, [HEAD, line(1, { type: '感温火灾探测器' })].join('\n'))
      expect(other.errors).toEqual({ '第 2 行': '点位已存在，不能修改设备类型' })
    }),
  )

  test(
    'a csv that Chinese Excel saved is understood, and quoted cells keep their commas',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const place = await buildingOf(t, 'unit01')
      // “设备编号,点位编号,…” and a row of a type nobody knows, in GB 18030.
      const head =
        'c9e8b1b8b1e0bac52cb5e3cebbb1e0bac52cc9e8b1b8c3fbb3c62ccffbb7c0cfb5cdb32cbdd3bfdac0e0d0cd2cc9e8b1b8c0e0d0cd0a'
      const row = '47312c47422d312cd1ccb8d02cbbf0d4d6d7d4b6afb1a8beafcfb5cdb32cbbf0beafd0c5cfa22cc3bbd3d0b5c4c0e0d0cd0a'
      const refused = await sendFile(t, token, place, Buffer.from(head + row, 'hex'))
      expect(refused.errors?.['第 2 行']).toBe('设备类型“没有的类型”不存在')
      const kept = await sendFile(
        t,
        token,
        place,
        `${HEAD}\n"C1","C-1","烟感, 走道","火灾自动报警系统","火警信息",42,,,\n`,
      )
      expect(kept.data).toMatchObject({ addedNum: 1 })
      expect((await listOf(t, token, place, { search: '烟感, 走道' })).total).toBe(1)
    }),
  )

  test(
    'hostile and hopeless files are refused in words, quickly, and change nothing',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const place = await buildingOf(t, 'unit01')
      const before = await pointsOf(t, place.id)
      const files: [string, Buffer | string, RegExp][] = [
        ['empty', '', /空的/],
        ['picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /编码|格式/],
        ['old Excel', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /xls 格式/],
        ['zip that breaks off', Buffer.from('PK\u0003\u0004oops', 'latin1'), /不是有效/],
        ['no columns', 'a,b\n1,2', /缺少列/],
        ['only a header', HEAD, /没有点位/],
        ['zip bomb', zipOf({ 'xl/workbook.xml': Buffer.alloc(64 * 1024 * 1024, ' ') }), /过大/],
        ['far cell', workbook('<row r="1"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row>'), /缺少列/],
        ['own entities', workbook('<!DOCTYPE x [<!ENTITY a "aaaa">]>'), /不是有效/],
        ['too many rows', [HEAD, ...Array.from({ length: 5001 }, (_, i) => `${i}`)].join('\n'), /不能超过 5000 行/],
      ]
      for (const [name, file, words] of files) {
        t.clock.pass(61_000)
        const { code, message } = await sendFile(t, token, place, file)
        expect({ name, code, message }).toEqual({ name, code: 400, message: expect.stringMatching(words) })
      }
      expect(await pointsOf(t, place.id)).toBe(before)
    }),
  )

  test(
    'a formula in a workbook is refused at its row',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const place = await buildingOf(t, 'unit01')
      const cells = (words: string[]) => words.map((w) => `<c t="inlineStr"><is><t>${w}</t></is></c>`).join('')
      const body = ['F1', 'F-1', '烟感', '火灾自动报警系统', '火警信息', '点型光电感烟火灾探测器']
      const rows = `<row r="1">${cells(HEAD.split(','))}</row><row r="2">${cells(body)}<c><f>1+1</f><v>2</v></c></row>`
      const refused = await sendFile(t, token, place, workbook(rows))
      expect(refused.errors).toEqual({ '第 2 行': '含有公式，请粘贴为数值' })
    }),
  )
})

describe('what is another’s', () => {
  test(
    'another unit’s building and points answer 404 to each call and stay as they are; so for a district’s authority',
    city.undone(async (t) => {
      const place = await buildingOf(t, 'unit02')
      const { rows } = await t.db.execute(sql`select * from point where building_id = ${place.id} order by id`)
      const id = String(rows[0]!.id)
      for (const account of ['unit01', 'jingan']) {
        const token = await t.signIn(account)
        const of = { openProjectId: place.openProjectId, provideKey: place.appKey }
        const answers = [
          await t.call(point.list, of, token),
          await t.call(point.export, of, token),
          await t.call(point.edit, { id, floor: '1' }, token),
          await t.call(point.delete, { id }, token),
          await t.call(point.detail, { id }, token),
        ]
        for (const { body } of answers) expect(body).toMatchObject({ code: 404, data: null })
        expect(await sendFile(t, token, of, [HEAD, line(1)].join('\n'))).toMatchObject({ code: 404, data: null })
      }
      expect((await t.db.execute(sql`select * from point where building_id = ${place.id} order by id`)).rows).toEqual(
        rows,
      )
    }),
  )

  test(
    'a key that belongs to another building is no way in',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { openProjectId, appKey } = await buildingOf(t, 'unit01')
      const foreign = await buildingOf(t, 'unit02')
      expect((await t.call(point.list, { openProjectId, provideKey: appKey }, token)).body.code).toBe(200)
      expect((await t.call(point.list, { openProjectId, provideKey: foreign.appKey }, token)).body.code).toBe(404)
    }),
  )

  test(
    'the authority sees the key masked, the unit and the provider whole',
    city.undone(async (t) => {
      const { id, appKey } = await buildingOf(t, 'unit01')
      const keyFor = async (account: string) =>
        ((await t.call(buildingDetail.detail, { buildingId: id }, await t.signIn(account))).body.data as BuildingDetail)
          .appKey
      expect(await keyFor('unit01')).toBe(appKey)
      expect(await keyFor('wuye01')).toBe(appKey)
      expect(await keyFor('isv01')).toBe(appKey)
      expect(await keyFor('zhidui')).toMatch(/^..\*{12}..$/)
    }),
  )
})

/** A zip archive whose entries are deflated and whose headers claim sizes of nothing. */
function zipOf(entries: Record<string, Buffer | string>): Buffer {
  const locals: Buffer[] = []
  const lines: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(entries)) {
    const data = deflateRawSync(Buffer.from(content))
    const label = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x0403_4b50, 0)
    local.writeUInt16LE(label.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x0201_4b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(data.length, 20)
    entry.writeUInt16LE(label.length, 28)
    entry.writeUInt32LE(offset, 42)
    locals.push(local, label, data)
    lines.push(entry, label)
    offset += 30 + label.length + data.length
  }
  const directory = Buffer.concat(lines)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(Object.keys(entries).length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

function workbook(rows: string): Buffer {
  return zipOf({
    'xl/workbook.xml': '<workbook><sheets><sheet name="a" r:id="rId7"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId7" Type="x" Target="worksheets/s.xml"/></Relationships>',
    'xl/worksheets/s.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  })
}
