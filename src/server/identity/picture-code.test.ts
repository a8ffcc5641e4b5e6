import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { drawPicture, newCode, pictureSize } from './picture-code.ts'

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** 0 paper to 15 ink. */
function pixelsOf(png: Uint8Array): number[] {
  const bytes = Buffer.from(png)
  expect(bytes.toString('latin1', 1, 4)).toBe('PNG')
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([pictureSize.width, pictureSize.height])
  const at = bytes.indexOf('IDAT')
  const raw = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)))
  const stride = pictureSize.width / 2 + 1
  const pixels = [...raw].filter((_, index) => index % stride !== 0).flatMap((byte) => [byte >> 4, byte & 15])
  expect(pixels).toHaveLength(pictureSize.width * pictureSize.height)
  return pixels
}

function inkShare(png: Uint8Array): number {
  const pixels = pixelsOf(png)
  return pixels.filter((step) => step > 7).length / pixels.length
}

function paletteOf(png: Uint8Array): number[][] {
  const at = Buffer.from(png).indexOf('PLTE') + 4
  return Array.from({ length: 16 }, (_, step) => [...png.subarray(at + 3 * step, at + 3 * step + 3)])
}

test('a code has four characters without look-alikes', () => {
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

test('the smallest and the largest random number draw the first and the last character', () => {
  expect(newCode(() => 0)).toBe('2222')
  expect(newCode(() => 1 - 2 ** -32)).toBe('YYYY')
})

// A changed stroke makes a picture easier for machines or harder for people.
test.each([
  ['A7KX', 3, 'jFgO0IocZqEbQD_f48TrW9zUDt0KCxmDU5q8RrH7KKY'],
  ['2BQ8', 4, 'cCHn7VHnu1d3zkHXAudU92l58NDvH6T7tF_723q8gQI'],
  ['gjs0', 5, 'r_4g3DEnJ1QtK9QdOx1IQ-oIWE2SF0qh8H1fO3CoDFw'],
])('%s drawn from the numbers of seed %i is the same image, pixel by pixel', (code, seed, digest) => {
  const pixels = Uint8Array.from(pixelsOf(drawPicture(code, seeded(seed))))
  expect(createHash('sha256').update(pixels).digest('base64url')).toBe(digest)
})

test('the palette goes from paper to ink in even steps', () => {
  const palette = paletteOf(drawPicture('A7KX', seeded(3)))
  expect(palette[0]).toEqual([241, 245, 249])
  expect(palette[15]).toEqual([24, 45, 82])
  expect(palette[6]).toEqual([154, 165, 182])
})

test('an image without letters has only paper, lines and dots', () => {
  const share = inkShare(drawPicture('', seeded(7)))
  expect(share).toBeGreaterThan(0.01)
  expect(share).toBeLessThan(0.1)
})

test('one code has a different image each time, unless the random numbers are equal', () => {
  expect(drawPicture('A7KX', seeded(3))).not.toEqual(drawPicture('A7KX', seeded(4)))
  expect(drawPicture('A7KX', seeded(3))).toEqual(drawPicture('A7KX', seeded(3)))
})

test('an image stays under 3 KB, for weak networks', () => {
  const random = seeded(5)
  const sizes = Array.from({ length: 60 }, () => drawPicture(newCode(random), random).length)
  expect(Math.max(...sizes)).toBeLessThan(3 * 1024)
})

test('a character without a glyph is rejected', () => {
  expect(() => drawPicture('消防01', seeded(6))).toThrow(
    new RangeError('a picture code has letters A–Z and digits only'),
  )
})
