import { beforeEach, describe, expect, test } from 'vitest'
import { createTypedSearch } from './typed-search.ts'

let searches: string[] = []
let waiting: (() => void)[] = []

/** Time that passes only when told to. */
const later = (run: () => void) => {
  waiting.push(run)
  return () => {
    waiting = waiting.filter((one) => one !== run)
  }
}
const pause = () => {
  for (const run of waiting.splice(0)) run()
}
const begin = () => createTypedSearch((keyword) => searches.push(keyword), later)

beforeEach(() => {
  searches = []
  waiting = []
})

describe('a search as one types', () => {
  test('waits for a pause and asks for what stands there then', () => {
    const box = begin()
    for (const text of ['评', '评分', '评分多']) box.type(text, false)
    expect(searches).toEqual([])
    pause()
    expect(searches).toEqual(['评分多'])
  })

  test('asks for nothing while an input method forms characters', () => {
    const box = begin()
    for (const text of ['p', 'pi', 'pin', "pin'f"]) box.type(text, true)
    pause()
    expect(searches).toEqual([])
    box.type('评分', false)
    pause()
    expect(searches).toEqual(['评分'])
  })

  test('that waited is off when forming begins anew', () => {
    const box = begin()
    box.type('评', false)
    box.type('评f', true)
    pause()
    expect(searches).toEqual([])
  })

  test('does not ask twice for the same, and asks for everything once the box is empty', () => {
    const box = begin()
    for (const text of ['评', '评', '']) {
      box.type(text, false)
      pause()
    }
    expect(searches).toEqual(['评', ''])
  })

  test('asks at once when told to, and not again after the pause', () => {
    const box = begin()
    box.type('评', false)
    box.now()
    pause()
    expect(searches).toEqual(['评'])
  })

  test('asks for nothing after it was left', () => {
    const box = begin()
    box.type('评', false)
    box.stop()
    pause()
    expect(searches).toEqual([])
  })
})
