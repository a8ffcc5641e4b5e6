import { describe, expect, test } from 'vitest'
import {
  type AlarmFacts,
  callWords,
  digestWords,
  organWords,
  renewedWords,
  selfTestWords,
  severalWords,
  textWithLink,
  unjudgedWords,
  verdictWords,
  voiceWords,
} from './alarm-words.ts'

const FACTS: AlarmFacts = {
  building: '静安商务大厦',
  address: '',
  place: '17层北区',
  device: '感烟探测器',
  occurredAt: new Date('2026-11-26T15:58:00+08:00'),
  now: new Date('2026-11-26T16:00:00+08:00'),
  verdict: 1,
  judgedBy: '方思齐',
  judgedAt: new Date('2026-11-26T15:59:00+08:00'),
  note: '',
  events: 2,
}
const TEXTS = [
  callWords(FACTS, 0).text,
  callWords(FACTS, 300).text,
  organWords(FACTS, 180).text,
  unjudgedWords(FACTS).text,
  selfTestWords(FACTS).text,
  digestWords(FACTS, 1).text,
  renewedWords(callWords(FACTS, 0)).text,
  severalWords(callWords(FACTS, 0), 2),
  ...[1, 2, 3, 4, null].map((verdict) => verdictWords({ ...FACTS, verdict }).text),
]

describe('a text message', () => {
  test.each(TEXTS)('is separated from its link and complete without one: %s', (text) => {
    expect(textWithLink(text, 'https://fire.example.com/a/x')).toMatch(/[^：。\s]：$/)
    expect(textWithLink(text, '')).toMatch(/[^：\s]$/)
  })

  test('cuts names between characters, never within one', () => {
    const rare = { ...FACTS, building: '𠮷'.repeat(20), place: '𠮷'.repeat(20), note: '𠮷'.repeat(40) }
    for (const { text } of [
      callWords(rare, 0),
      digestWords(rare, 2),
      verdictWords(rare),
      renewedWords(callWords(rare, 0)),
    ])
      expect(() => encodeURIComponent(text)).not.toThrow()
  })

  test('names the date of a fire of another day', () => {
    const yesterday = { ...FACTS, occurredAt: new Date('2026-11-25T23:58:00+08:00') }
    for (const [facts, time] of [
      [FACTS, '15:58'],
      [yesterday, '11-25 23:58'],
    ] as const) {
      expect(callWords(facts, 0)).toMatchObject({ time, text: expect.stringContaining(`，${time}报警`) })
      expect(voiceWords(facts)).toContain(`，${time}报警`)
    }
  })
})
