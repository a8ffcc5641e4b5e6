import { describe, expect, test } from 'vitest'
import type { ReadingItem } from '#contract/ingest.ts'
import { judgeReadings } from './judge-readings.ts'

const NOW = new Date('2026-03-23T02:15:00Z')
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)
const item = (change: Partial<ReadingItem> = {}): ReadingItem => ({
  projectId: 'A',
  pointNumber: '1',
  time: ago(60),
  sequence: 0,
  measures: { pressure: 0.4 },
  ...change,
})
const judge = (...items: ReadingItem[]) => judgeReadings({ now: NOW, retentionMonths: 36 }, items)

test('a reading becomes a row and its point’s latest', () => {
  const one = item({ sequence: 3 })
  const { judged, said, rows } = judge(one)
  const [of] = said
  const row = { of, at: one.time, sequence: 3, measures: { pressure: 0.4 } }
  expect(judged).toEqual([{ item: one, of, judgement: 'fine', impossible: [], row }])
  expect(rows).toEqual([row])
  expect(of).toEqual({ name: one, spokeAt: one.time, latest: row })
  expect(of?.latest).toBe(rows[0])
})

test('readings are grouped by building and point number', () => {
  const { judged, said } = judge(item(), item({ sequence: 1 }), item({ pointNumber: '2' }), item({ projectId: 'B' }))
  expect(said).toHaveLength(3)
  expect(judged.map(({ of }) => said.findIndex((one) => one === of))).toEqual([0, 0, 1, 2])
  expect(judged.map(({ row }) => row !== undefined)).toEqual([true, true, true, true])
})

describe('of several readings of a point', () => {
  const [old, late, later] = [item({ time: ago(9) }), item({ time: ago(5) }), item({ time: ago(5), sequence: 1 })]

  test.each([[[old, late, later]], [[later, late, old]], [[late, later, old]]])(
    'the newest time counts, then the later sequence',
    (items) => {
      const { said, rows } = judge(...items)
      expect(rows).toHaveLength(3)
      expect(said).toMatchObject([{ spokeAt: later.time, latest: { at: later.time, sequence: 1 } }])
    },
  )

  test('an older one with a later sequence does not count', () => {
    const { said } = judge(late, item({ time: ago(9), sequence: 8 }))
    expect(said).toMatchObject([{ spokeAt: late.time, latest: { sequence: 0 } }])
  })

  test('one with the same time and sequence is a duplicate, with any measures', () => {
    const { judged, rows } = judge(late, { ...late, measures: { pressure: 9 } }, { ...late, pointNumber: '2' })
    expect(judged.map(({ judgement }) => judgement)).toEqual(['fine', 'twice', 'fine'])
    expect(judged[1]).toMatchObject({ impossible: [], row: undefined })
    expect(rows).toHaveLength(2)
  })
})

test.each([
  ['future', new Date(NOW.getTime() + 600_000)],
  ['expired', new Date('2000-01-01T00:00:00Z')],
  ['unset', null],
] as const)('a reading with the time %s is no heartbeat', (judgement, time) => {
  const { judged, said, rows } = judge(item({ time }))
  expect(judged).toMatchObject([{ judgement, impossible: [], row: undefined }])
  expect(said).toMatchObject([{ spokeAt: null, latest: null }])
  expect(rows).toEqual([])
})

describe('measures', () => {
  test('that are empty are a heartbeat without a row', () => {
    const { judged, said, rows } = judge(item({ measures: {} }))
    expect(judged).toMatchObject([{ judgement: 'fine', impossible: [], row: undefined }])
    expect(said).toMatchObject([{ spokeAt: ago(60), latest: null }])
    expect(rows).toEqual([])
  })

  test('that are impossible are left out of the row', () => {
    const given = item({ measures: { pressure: 26, level: 2 } })
    const { judged, rows } = judge(given)
    expect(judged).toMatchObject([{ judgement: 'fine', impossible: ['pressure'] }])
    expect(rows.map(({ measures }) => measures)).toEqual([{ level: 2 }])
    expect(given.measures).toEqual({ pressure: 26, level: 2 })
  })

  test('that are all impossible are no heartbeat', () => {
    const { judged, said } = judge(item({ measures: { pressure: 26 } }))
    expect(judged).toMatchObject([{ judgement: 'fine', impossible: ['pressure'], row: undefined }])
    expect(said).toMatchObject([{ spokeAt: null, latest: null }])
  })
})
