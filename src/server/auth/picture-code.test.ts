import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { drawPicture, newCode, pictureSize } from './picture-code.ts'

/** A repeatable stand-in for the server's random source. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** How much of the picture is dark ink, 0–1, read back from the PNG. */
function inkShare(png: Uint8Array): number {
  const bytes = Buffer.from(png)
  expect(bytes.toString('latin1', 1, 4)).toBe('PNG')
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([pictureSize.width, pictureSize.height])
  const at = bytes.indexOf('IDAT')
  const raw = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)))
  const stride = pictureSize.width / 2 + 1
  const pixels = [...raw].filter((_, index) => index % stride !== 0).flatMap((byte) => [byte >> 4, byte & 15])
  expect(pixels).toHaveLength(pictureSize.width * pictureSize.height)
  return pixels.filter((step) => step > 7).length / pixels.length
}

test('a code has four characters, none of which has a look-alike', () => {
  const random = seeded(1)
  const seen = new Set(Array.from({ length: 500 }, () => newCode(random)).join(''))
  expect(newCode(random)).toMatch(/^[2-9A-Z]{4}$/)
  expect(seen.size).toBe(24)
  expect([...'01ILOQDZSGBV'].filter((letter) => seen.has(letter))).toEqual([])
})

test('every letter and digit can be drawn, the fixed 0000 and lower case too', () => {
  for (const code of ['0000', 'abcd', 'EFGH', 'IJKL', 'MNOP', 'QRST', 'UVWX', 'YZ12', '3456', '7890']) {
    const share = inkShare(drawPicture(code, seeded(2)))
    expect(share).toBeGreaterThan(0.06)
    expect(share).toBeLessThan(0.3)
  }
})

test('one code never looks the same twice, unless the chance is the same', () => {
  expect(drawPicture('A7KX', seeded(3))).not.toEqual(drawPicture('A7KX', seeded(4)))
  expect(drawPicture('A7KX', seeded(3))).toEqual(drawPicture('A7KX', seeded(3)))
})

test('a picture stays under 3 KB, for weak signal', () => {
  const random = seeded(5)
  const sizes = Array.from({ length: 60 }, () => drawPicture(newCode(random), random).length)
  expect(Math.max(...sizes)).toBeLessThan(3 * 1024)
})

test('a character the pen does not know is refused instead of leaving a gap', () => {
  expect(() => drawPicture('消防01', seeded(6))).toThrow(RangeError)
})
