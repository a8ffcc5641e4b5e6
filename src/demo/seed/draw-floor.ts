import { writePng } from '#server/identity/png-writer.ts'

export const FLOOR_WIDTH = 1200
export const FLOOR_HEIGHT = 800

const PALETTE = [
  [255, 255, 255],
  [38, 44, 52],
  [232, 236, 240],
  [214, 226, 214],
  [150, 160, 172],
] as const
const WALL = 1
const CORRIDOR = 2
const STAIRS = 3
const STEP = 4

/** Left, top, right, bottom in pixels. */
type Box = readonly [number, number, number, number]

const OUTSIDE: Box = [40, 40, 1160, 760]
const HALL: Box = [40, 340, 1160, 460]
const CORE: Box = [500, 300, 700, 500]
const STAIRCASES: readonly Box[] = [
  [40, 340, 130, 460],
  [1070, 340, 1160, 460],
  [510, 310, 590, 390],
]
const PARTITIONS = [220, 380, 600, 820, 980]
const DOOR = 46

export function drawFloor(): Uint8Array {
  const pixels = new Uint8Array(FLOOR_WIDTH * FLOOR_HEIGHT)
  const fill = ([left, top, right, bottom]: Box, colour: number) => {
    for (let y = top; y < bottom; y += 1) pixels.fill(colour, y * FLOOR_WIDTH + left, y * FLOOR_WIDTH + right)
  }
  const across = (left: number, right: number, y: number) => fill([left, y - 3, right, y + 3], WALL)
  const down = (x: number, top: number, bottom: number) => fill([x - 3, top, x + 3, bottom], WALL)
  const frame = ([left, top, right, bottom]: Box) => {
    across(left - 3, right + 3, top)
    across(left - 3, right + 3, bottom)
    down(left, top, bottom)
    down(right, top, bottom)
  }
  fill(HALL, CORRIDOR)
  fill(CORE, CORRIDOR)
  frame(OUTSIDE)
  across(HALL[0], HALL[2], HALL[1])
  across(HALL[0], HALL[2], HALL[3])
  for (const x of PARTITIONS) {
    down(x, OUTSIDE[1], HALL[1])
    down(x, HALL[3], OUTSIDE[3])
  }
  const ends = [...PARTITIONS, OUTSIDE[2]]
  for (const [at, left] of [OUTSIDE[0], ...PARTITIONS].entries()) {
    const right = ends[at] ?? left
    const door = Math.round((left + right - DOOR) / 2)
    fill([door, HALL[1] - 3, door + DOOR, HALL[1] + 3], CORRIDOR)
    fill([door, HALL[3] - 3, door + DOOR, HALL[3] + 3], CORRIDOR)
  }
  fill(CORE, CORRIDOR)
  frame(CORE)
  for (const [left, top, right, bottom] of STAIRCASES) {
    fill([left, top, right, bottom], STAIRS)
    for (let x = left + 10; x < right - 6; x += 10) fill([x, top + 8, x + 2, bottom - 8], STEP)
    frame([left, top, right, bottom])
  }
  for (const top of [310, 360]) {
    const lift: Box = [620, top, 690, top + 40]
    fill(lift, STAIRS)
    frame(lift)
  }
  return writePng(pixels, FLOOR_WIDTH, FLOOR_HEIGHT, PALETTE)
}

const ZONES: Readonly<Record<string, Box>> = {
  东区: [840, 70, 1140, 320],
  西区: [60, 70, 360, 320],
  北区: [390, 70, 590, 280],
  南区: [610, 520, 810, 740],
  核心筒: [515, 405, 690, 490],
  公共走道: [150, 365, 490, 440],
  消防控制室: [60, 490, 200, 740],
  消防泵房: [240, 490, 370, 740],
  屋顶水箱间: [840, 490, 1140, 740],
}
const ELSEWHERE: Box = [720, 365, 1050, 440]

/** @returns shares of width and height for the nth of `count` points of a zone */
export function spotIn(zone: string | null, nth: number, count: number): { x: number; y: number } {
  const [left, top, right, bottom] = ZONES[zone ?? ''] ?? ELSEWHERE
  const columns = Math.max(1, Math.round(Math.sqrt((count * (right - left)) / (bottom - top))))
  const rows = Math.ceil(count / columns)
  const share = (from: number, to: number, at: number, of: number) => from + ((to - from) * (at + 0.5)) / of
  const [x, y] = [share(left, right, nth % columns, columns), share(top, bottom, Math.floor(nth / columns), rows)]
  return { x: Math.round((x / FLOOR_WIDTH) * 1e4) / 1e4, y: Math.round((y / FLOOR_HEIGHT) * 1e4) / 1e4 }
}
