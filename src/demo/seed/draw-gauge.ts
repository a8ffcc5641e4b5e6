import { Buffer } from 'node:buffer'
import { deflateSync } from 'node:zlib'

const WIDTH = 800
const HEIGHT = 600

type Colour = readonly [number, number, number]

const WALL: Colour = [196, 190, 178]
const PIPE: Colour = [170, 44, 38]
const RIM: Colour = [70, 74, 80]
const FACE: Colour = [246, 245, 240]
const INK: Colour = [32, 34, 38]

const CENTRE = { x: 400, y: 270 }
/** Clockwise from the right. */
const NEEDLE = Math.PI * 1.25

function colourAt(x: number, y: number): Colour {
  const [dx, dy] = [x - CENTRE.x, y - CENTRE.y]
  const away = Math.hypot(dx, dy)
  if (away > 190) return Math.abs(y - 520) < 46 || (Math.abs(dx) < 24 && y > CENTRE.y) ? PIPE : WALL
  if (away > 168) return RIM
  const turn = Math.atan2(dy, dx)
  const along = (turn - Math.PI * 0.75 + Math.PI * 2) % (Math.PI * 2)
  const onScale = along <= Math.PI * 1.5 + 0.02
  const tick = (every: number) => Math.abs(((along + every / 2) % every) - every / 2) * away < 3
  if (away > 126 && onScale && tick(Math.PI * 0.15)) return INK
  if (away > 142 && onScale && tick(Math.PI * 0.03)) return INK
  const ahead = dx * Math.cos(NEEDLE) + dy * Math.sin(NEEDLE)
  const aside = Math.abs(dy * Math.cos(NEEDLE) - dx * Math.sin(NEEDLE))
  return away < 15 || (ahead > -34 && ahead < 134 && aside < 5) ? INK : FACE
}

function crcOf(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const around = Buffer.alloc(8)
  around.writeUInt32BE(data.length, 0)
  around.writeUInt32BE(crcOf(body), 4)
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)])
}

/** In place of a photo. */
export function drawGauge(): Buffer {
  const rows = Buffer.alloc((WIDTH * 3 + 1) * HEIGHT)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) rows.set(colourAt(x, y), y * (WIDTH * 3 + 1) + 1 + x * 3)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(WIDTH, 0)
  head.writeUInt32BE(HEIGHT, 4)
  // Bit depth 8, colour type 2 (RGB).
  head.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
