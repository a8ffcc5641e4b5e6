import { qrModules } from '#app/lib/qr-modules.ts'
import { type CardTexts, CARD_HEAD, CARD_FOOT } from './card.ts'

// 300 dpi.
const WIDTH = 1240
const HEIGHT = 1748
const MARGIN = 95
/** Of a text: the code keeps its size. */
const MOST_LINES = 3

type Style = readonly [size: number, weight: 400 | 600]
const SMALL: Style = [38, 400]
const TEXT: Style = [44, 400]
const NAME: Style = [64, 600]
const NUMBER: Style = [76, 600]

/** PNG. */
export async function cardPicture({ id, name, address, url }: CardTexts): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT })
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('No 2D canvas')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  pen.fillStyle = '#111'
  pen.textAlign = 'center'
  pen.textBaseline = 'top'
  const { fontFamily } = getComputedStyle(document.body)
  const write = (text: string, [size, weight]: Style, top: number) => {
    pen.font = `${weight} ${size}px ${fontFamily}`
    const lines = textLines(text, MOST_LINES, (line) => pen.measureText(line).width <= WIDTH - 2 * MARGIN)
    for (const [at, line] of lines.entries()) pen.fillText(line, WIDTH / 2, top + at * size * 1.4)
    return top + lines.length * size * 1.4
  }
  const head = write(address, TEXT, write(name, NAME, write(CARD_HEAD, TEXT, MARGIN) + 20) + 12) + 24
  const foot = HEIGHT - MARGIN - 2 * SMALL[0] * 1.4 - NUMBER[0] * 1.4 - 12
  CARD_FOOT.reduce((top, line) => write(line, SMALL, top), write(`编号 ${id}`, NUMBER, foot) + 12)
  const modules = qrModules(url)
  // Whole pixels: a scanner needs sharp edges.
  const side = Math.floor(Math.min(WIDTH - 2 * MARGIN, foot - head) / modules.length)
  const left = Math.round((WIDTH - side * modules.length) / 2)
  const top = Math.round((head + foot - side * modules.length) / 2)
  for (const [y, row] of modules.entries())
    for (const [x, isDark] of row.entries()) if (isDark) pen.fillRect(left + x * side, top + y * side, side, side)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture')))),
  )
}

/** Words and numbers stay whole; what has no room ends in `…`. */
export function textLines(text: string, most: number, fits: (line: string) => boolean): string[] {
  const lines = ['']
  for (const piece of text.match(/[\w.-]{1,20}|./gu) ?? []) {
    const line = lines[lines.length - 1] ?? ''
    if (line === '' || fits(line + piece)) lines[lines.length - 1] = line + piece
    else lines.push(piece)
  }
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), `${lines[most - 1]?.slice(0, -1)}…`]
}
