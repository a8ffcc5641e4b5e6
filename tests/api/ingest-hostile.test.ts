import { afterAll, expect, test } from 'vitest'
import { openApi, type TestApi } from '../support/api-context.ts'
import { OWN, pointNow, somewhere, wire } from '../support/point-fixtures.ts'
import { programOf } from '../support/provider-program.ts'

const city = await openApi()
afterAll(() => city.close())

async function post(t: TestApi, call: 'readings' | 'events' | 'points', body: string) {
  const program = programOf(t, OWN)
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  return (await program.send(await program.signed(new Request(`http://localhost/open/v1/${call}`, init)))).body
}

const listOf = (item: object, rest = '') => `{"items":[${JSON.stringify(item).slice(0, -1)}${rest}}]}`

test.each([
  ['a figure beyond all bounds', '"measures":{"pressure":1e309}', 'measures.pressure'],
  ['a figure as text', '"measures":{"pressure":"0.4"}', 'measures.pressure'],
  ['half a character', '"measures":{"transmissionModel":"a\\ud800"}', 'measures.transmissionModel'],
  ['a zero byte', '"measures":{"transmissionModel":"a\\u0000"}', 'measures.transmissionModel'],
  ['a name of every object', '"measures":{"__proto__":{"pressure":1}}', 'measures.__proto__'],
  ['a sequence in other digits', '"sequence":"١","measures":{}', 'sequence'],
  ['a sequence beyond all bounds', '"sequence":1e309,"measures":{}', 'sequence'],
  ['a day there is not', '"time":"2026-02-30 10:00:00","measures":{}', 'time'],
  ['29 February of a common year', '"time":"2025-02-29 10:00:00","measures":{}', 'time'],
  ['an hour there is not', '"time":"2026-03-22 24:00:00","measures":{}', 'time'],
  ['a leap second', '"time":"2026-03-22 23:59:60","measures":{}', 'time'],
  ['a month there is not', '"time":"0000-00-01 00:00:00","measures":{}', 'time'],
  ['a point of two lines', '"pointNumber":"a\\nb","measures":{}', 'pointNumber'],
])('a reading with %s is rejected at its field, and nothing is stored', (_, rest, field) =>
  city.undone(async (t) => {
    const { projectId, gauge } = await somewhere(t)
    const item = { projectId, pointNumber: gauge.pointNumber, time: wire(t, 0) }
    const { code, errors } = await post(t, 'readings', listOf(item, `,${rest}`))
    expect([code, Object.keys(errors ?? {})]).toEqual([400, [`items.0.${field}`]])
    expect(await pointNow(t, gauge.id)).toEqual(gauge)
  })(),
)

test.each([
  ['the first second of 1970', '1970-01-01 08:00:00', 'refused'],
  ['the year 1', '0001-01-01 00:00:00', 'refused'],
  ['a leap day', '2024-02-29 10:00:00', 'accepted'],
  ['a clock that was never set', '0000-00-00 00:00:00', 'quarantined'],
  ['2100', '2100-01-01 00:00:00', 'quarantined'],
  ['the last second there is', '9999-12-31 23:59:59', 'quarantined'],
])('a reading and an event of %s: %s is %s', (_, time, result) =>
  city.undone(async (t) => {
    const { projectId, gauge } = await somewhere(t)
    const item = { projectId, pointNumber: gauge.pointNumber, time }
    for (const sent of [
      await post(t, 'readings', listOf(item, ',"measures":{"pressure":-0}')),
      await post(t, 'events', listOf(item, ',"kind":"fault","phase":"begin"')),
    ])
      expect(sent).toMatchObject({ code: 200, data: { results: [{ result }] } })
  })(),
)

test(
  'a body with more items than any batch is rejected as too large before its items are validated',
  city.undone(async (t) => {
    const many = `{"items":[${'{},'.repeat(300_000)}{}]}`
    const nested = `{"items":[{"projectId":${JSON.stringify(Array.from({ length: 500 }, () => Array(200).fill(0)))}}]}`
    const deep = `{"items":${'['.repeat(400_000)}${']'.repeat(400_000)}}`
    for (const body of [many, nested, deep, `"${'x'.repeat(1_000_001)}"`])
      expect(await post(t, 'readings', body)).toMatchObject({ code: 413, data: null })
  }),
)
