import { Buffer } from 'node:buffer'
import { sql } from 'drizzle-orm'
import readXlsxFile from 'read-excel-file/node'
import { afterAll, describe, expect, test } from 'vitest'
import { ingest } from '#contract/ingest.ts'
import { point } from '#contract/point.ts'
import { shanghaiDay, toWireTime } from '#contract/time.ts'
import type { ScoreItem } from '#server/schema/score.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { buildingOf as connectedOf } from '../support/ask-records.ts'
import { HOSTILE_TABLES } from '../support/hostile-tables.ts'
import { HOUR, resultsOf, wire } from '../support/point-fixtures.ts'
import { programOf } from '../support/provider-program.ts'
import { buildingOf, HEAD, line, listOf, pointsOf, sendFile } from '../support/point-table.ts'
import { workbook } from '../support/zip-files.ts'

const city = await openApi()
afterAll(() => city.close())

async function readTable(t: TestApi, url: string) {
  const file = Buffer.from(await (await t.api.request(url)).arrayBuffer())
  const sheet = await readXlsxFile(file)
  const table = ('data' in sheet[0]! ? (sheet[0] as { data: unknown[][] }).data : sheet) as unknown[][]
  return { file, table }
}

describe('export and import', () => {
  test(
    'an exported table reads back equal, and importing it changes nothing',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const place = await buildingOf(t, 'unit01')
      const total = await pointsOf(t, place.id)
      const address = (await t.call(point.export, { openProjectId: place.openProjectId, pageSize: 0 }, token)).body.data
      const { file, table } = await readTable(t, address as string)
      expect(table).toHaveLength(total + 1)
      const [first] = (await listOf(t, token, place)).list
      expect(table.map((cells) => cells.slice(0, 3))).toContainEqual([
        first!.deviceNo,
        first!.pointNumber,
        first!.deviceName,
      ])
      expect(await sendFile(t, token, place, file)).toMatchObject({
        code: 200,
        data: { addedNum: 0, updatedNum: 0, sameNum: total },
      })
      expect(await pointsOf(t, place.id)).toBe(total)
    }),
  )

  test(
    'text that looks like a formula is exported as text and imported unchanged',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const place = await buildingOf(t, 'unit01')
      const [row] = (await listOf(t, token, place)).list
      const evil = '=HYPERLINK("http://evil.example","点我")'
      await t.call(point.edit, { id: row!.id, floor: '@SUM(1)', zone: '+1', descript: evil }, token)
      const address = (await t.call(point.export, { openProjectId: place.openProjectId }, token)).body.data
      const { file, table } = await readTable(t, address as string)
      expect(table.find(([, number]) => number === row!.pointNumber)!.slice(6)).toEqual(['@SUM(1)', '+1', evil])
      expect((await sendFile(t, token, place, file)).data).toMatchObject({ updatedNum: 0 })
    }),
  )

  test(
    'a thousand points with seven bad rows: the seven are reported and no point is imported',
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
        1000: line(1000, { number: 'X'.repeat(65) }),
      }
      for (const [n, text] of Object.entries(bad)) lines[Number(n) - 1] = text
      const refused = await sendFile(t, token, place, [HEAD, ...lines].join('\r\n'))
      expect(refused).toMatchObject({ code: 400, message: '7 行有误，未导入任何点位', data: null })
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
    'an existing point may change its floor by import, its device type not',
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
    'rejects a new point whose device type cannot report its item type',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const place = await buildingOf(t, 'unit01')
      const misfit = line(1, { system: '消防给水及消火栓系统', api: '消火栓管网压力' })
      const refused = await sendFile(t, token, place, [HEAD, misfit].join('\n'))
      expect(refused.errors).toEqual({ '第 2 行': '设备类型“点型光电感烟火灾探测器”不能上报“消火栓管网压力”' })
    }),
  )

  test(
    'a new point takes over the open fire of its component at once, with its deduction',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const id = await connectedOf(t, 'unit01')
      const { rows } = await t.db.execute<{ provider: number; openProjectId: string }>(
        sql`select provider_id::int as provider, open_project_id as "openProjectId" from building where id = ${id}`,
      )
      const { provider, openProjectId } = rows[0]!
      await t.db.execute(sql`delete from device_event where building_id = ${id} and kind = 'fire'`)
      await t.db.execute(sql`delete from trouble where building_id = ${id} and cause = 'alarm-unhandled'`)
      const time = wire(t, HOUR)
      const fire = { projectId: openProjectId, pointNumber: 'X-1', kind: 'fire', phase: 'begin', time } as const
      expect(resultsOf(await programOf(t, provider).call(ingest.events, { items: [fire] }))).toEqual(['accepted'])
      const sent = await sendFile(t, token, { openProjectId }, [HEAD, line(1, { number: 'X-1' })].join('\n'))
      expect(sent.data).toMatchObject({ addedNum: 1 })
      const { rows: found } = await t.db.execute<{ point: number; since: Date; items: ScoreItem[] }>(sql`
        select p.id::int as point, c.since, d.items from point p
        join trouble c on c.point_id = p.id and c.cause = 'alarm-unhandled'
        join score_day d on d.building_id = p.building_id and d.day = ${shanghaiDay(t.clock.now())}::date
        where p.building_id = ${id} and p.point_number = 'X-1'`)
      expect(found.map(({ since }) => toWireTime(new Date(since)))).toEqual([time])
      expect(found[0]!.items).toContainEqual(
        expect.objectContaining({ rule: expect.stringContaining('fire-unhandled'), pointId: found[0]!.point }),
      )
    }),
  )

  test(
    'a csv of Chinese Excel is decoded, and quoted cells keep their commas',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const place = await buildingOf(t, 'unit01')
      // GB 18030; an unknown type.
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
    'hostile and unreadable files are rejected with a message, quickly, and change nothing',
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
    `${HOSTILE_TABLES.length} oversized or misdeclared tables are rejected with a message before they are read whole`,
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const place = await buildingOf(t, 'unit01')
      const before = await pointsOf(t, place.id)
      const outcomes: string[] = []
      for (const { what, file, words } of HOSTILE_TABLES) {
        t.clock.pass(61_000)
        const { code, message } = await sendFile(t, token, place, file())
        if (code !== 400 || !words.test(message)) outcomes.push(`${what}: ${code} ${message}`)
      }
      expect(outcomes).toEqual([])
      expect(await pointsOf(t, place.id)).toBe(before)
    }),
    120_000,
  )

  test(
    'a workbook of the maximum size is read whole, with blank rows and formatted cells',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const place = await buildingOf(t, 'unit01')
      const before = await pointsOf(t, place.id)
      const cells = (text: string) =>
        text
          .split(',')
          .map((word) => `<c t="inlineStr"><is><t>${word}</t></is></c>`)
          .join('')
      const rows = Array.from({ length: 5_000 }, (_, n) => `<row>${cells(line(n + 1))}<c s="3"/><c s="3"/></row>`)
      const file = workbook(`<row>${cells(HEAD)}</row>${rows.join('\n')}${'<row s="3"/>'.repeat(10_000)}`)
      expect((await sendFile(t, token, place, file)).data).toMatchObject({ addedNum: 5_000 })
      expect(await pointsOf(t, place.id)).toBe(before + 5_000)
    }),
    120_000,
  )

  test(
    'a formula in a workbook is rejected with its row',
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
