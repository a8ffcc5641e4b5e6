import { glyphs } from './picture-glyphs.ts'
import { writePng } from './png-writer.ts'

/** Displayed at half the size, sharp on phones. */
export const pictureSize = { width: 240, height: 88 } as const

/** One of each group confused when slanted: 0 O Q D, 1 I L, 2 Z, 5 S, 6 G, 8 B, U V. */
const alphabet = '23456789ACEFHJKMNPRTUWXY'

/** @param random cryptographic */
export function newCode(random: () => number): string {
  return Array.from({ length: 4 }, () => alphabet.charAt(Math.floor(random() * alphabet.length))).join('')
}

type Point = readonly [x: number, y: number]

/** Paper to ink in 16 steps, for anti-aliasing. */
const palette = Array.from({ length: 16 }, (_, step) => {
  const mix = (paper: number, ink: number) => Math.round(paper + ((ink - paper) * step) / 15)
  return [mix(241, 24), mix(245, 45), mix(249, 82)] as const
})

function flatten(path: string): Point[][] {
  const strokes: Point[][] = []
  let stroke: Point[] = []
  const words = path.split(' ')
  let at = 0
  const next = (): Point => [Number(words[(at += 1)]), Number(words[(at += 1)])]
  for (; at < words.length; at += 1) {
    const letter = words[at]
    const from = stroke.at(-1) ?? [0, 0]
    const first = next()
    if (letter === 'M') {
      stroke = [first]
      strokes.push(stroke)
      continue
    }
    const end = letter === 'Q' ? next() : first
    for (let piece = 1; piece <= 8; piece += 1) {
      const t = piece / 8
      const bend = letter === 'Q' ? first : ([(from[0] + end[0]) / 2, (from[1] + end[1]) / 2] as const)
      const blend = (axis: 0 | 1) => (1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * bend[axis] + t ** 2 * end[axis]
      stroke.push([blend(0), blend(1)])
    }
  }
  return strokes
}

function inkPiece(canvas: Uint8Array, from: Point, to: Point, radius: number, strength: number): void {
  const { width, height } = pictureSize
  const [fromX, fromY] = from
  const [toX, toY] = to
  const dx = toX - fromX
  const dy = toY - fromY
  const length2 = dx * dx + dy * dy || 1
  const reach = radius + 0.5
  const left = Math.max(0, Math.floor(Math.min(fromX, toX) - reach))
  const right = Math.min(width - 1, Math.ceil(Math.max(fromX, toX) + reach))
  const top = Math.max(0, Math.floor(Math.min(fromY, toY) - reach))
  const bottom = Math.min(height - 1, Math.ceil(Math.max(fromY, toY) + reach))
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const t = Math.min(1, Math.max(0, ((x - fromX) * dx + (y - fromY) * dy) / length2))
      const offX = x - fromX - t * dx
      const offY = y - fromY - t * dy
      const ink = Math.round(15 * strength * Math.min(1, reach - Math.hypot(offX, offY)))
      const pixel = y * width + x
      if (ink > (canvas[pixel] ?? 0)) canvas[pixel] = ink
    }
  }
}

function inkStroke(canvas: Uint8Array, stroke: readonly Point[], radius: number, strength = 1): void {
  stroke.forEach((point, index) => inkPiece(canvas, stroke[index - 1] ?? point, point, radius, strength))
}

export function drawPicture(code: string, random: () => number): Uint8Array {
  const { width, height } = pictureSize
  const between = (low: number, high: number) => low + random() * (high - low)
  const canvas = new Uint8Array(width * height)

  // The same for letters and lines: straightness does not reveal the lines.
  const wave = { size: between(1.5, 2.6), length: between(80, 130), start: between(0, 2 * Math.PI) }
  const bend = ([x, y]: Point): Point => [
    x + wave.size * 0.6 * Math.sin((2 * Math.PI * y) / 70 + wave.start),
    y + wave.size * Math.sin((2 * Math.PI * x) / wave.length + wave.start),
  ]

  const letters = [...code.toUpperCase()]
  const cell = (width - 24) / Math.max(letters.length, 1)
  letters.forEach((letter, place) => {
    const path = glyphs[letter]
    if (path === undefined) throw new RangeError('a picture code has letters A–Z and digits only')
    const turn = between(-0.26, 0.26)
    const slant = between(-0.15, 0.15)
    const scale = [between(3.3, 4), between(3.3, 3.9)] as const
    const middle = [12 + cell * (place + 0.5) + between(-5, 5), height / 2 + between(-6, 6)] as const
    const pen = between(2.6, 3.3)
    for (const stroke of flatten(path)) {
      const placed = stroke.map(([gridX, gridY]) => {
        const y = (gridY - 7) * scale[1]
        const x = (gridX - 5) * scale[0] - slant * y
        const turned = [x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn)] as const
        return bend([middle[0] + turned[0], middle[1] + turned[1]])
      })
      inkStroke(canvas, placed, pen)
    }
  })

  for (let line = 0; line < 3; line += 1) {
    const [left, right, sag] = [between(14, height - 14), between(14, height - 14), between(-24, 24)]
    const points = Array.from({ length: 33 }, (_, step) => {
      const t = step / 32
      return bend([t * width, left + (right - left) * t + sag * Math.sin(Math.PI * t)])
    })
    inkStroke(canvas, points, between(0.8, 1.5), 0.9)
  }
  for (let dot = 0; dot < 18; dot += 1) {
    inkStroke(canvas, [[between(0, width), between(0, height)]], between(0.5, 1.3), 0.7)
  }
  return writePng(canvas, width, height, palette)
}
