import { beforeEach, describe, expect, test } from 'vitest'
import { createTypedSearch } from './typed-search.ts'

let searches: string[] = []
let waiting: (() => void)[] = []

/** Manual timer. */
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

describe('a search during typing', () => {
  test('waits for a pause and searches for the latest text', () => {
    const box = begin()
    for (const text of ['评', '评分', '评分多']) box.type(text, false)
    expect(searches).toEqual([])
    pause()
    expect(searches).toEqual(['评分多'])
  })

  test('sends no search during input-method composition', () => {
    const box = begin()
    for (const text of ['p', 'pi', 'pin', "pin'f"]) box.type(text, true)
    pause()
    expect(searches).toEqual([])
    box.type('评分', false)
    pause()
    expect(searches).toEqual(['评分'])
  })

  test('is cancelled when composition starts again', () => {
    const box = begin()
    box.type('评', false)
    box.type('评f', true)
    pause()
    expect(searches).toEqual([])
  })

  test('does not repeat an equal search, and searches for everything once the field is empty', () => {
    const box = begin()
    for (const text of ['评', '评', '']) {
      box.type(text, false)
      pause()
    }
    expect(searches).toEqual(['评', ''])
  })

  test('searches at once on request, and not again after the pause', () => {
    const box = begin()
    box.type('评', false)
    box.now()
    pause()
    expect(searches).toEqual(['评'])
  })

  test('sends no search after it is unmounted', () => {
    const box = begin()
    box.type('评', false)
    box.stop()
    pause()
    expect(searches).toEqual([])
  })

  test('follows a keyword that another control chose, not its own that come back late', () => {
    const box = begin()
    for (const text of ['评 ', '评分']) {
      box.type(text, false)
      pause()
    }
    expect(['评 ', '评分', '', '评分'].map((keyword) => box.follow(keyword))).toEqual([false, false, true, true])
    box.type('评分', false)
    pause()
    expect(searches).toEqual(['评 ', '评分'])
  })
})
