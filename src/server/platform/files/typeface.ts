import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { coveredCharacters } from './covered-characters.ts'
import { woffToTtf } from './woff-to-ttf.ts'

export type Weight = 400 | 700

export interface Face {
  readonly name: string
  readonly ttf: Buffer
  readonly covers: ReadonlySet<number>
}

export interface Run {
  readonly face: Face
  readonly text: string
}

const require = createRequire(import.meta.url)
const FAMILY = '@fontsource/noto-sans-sc'
/** Rarer symbols (℃, ≥, ①) are in further small files. */
const MAIN = 'chinese-simplified'
/** Typographic placeholder (geta mark) for a missing glyph. */
const MISSING = '〓'

const loaded = new Map<string, Promise<Face>>()
let ranges: [from: number, to: number, file: string][] | undefined

async function readFace(name: string): Promise<Face> {
  const ttf = woffToTtf(await readFile(require.resolve(`${FAMILY}/files/noto-sans-sc-${name}-normal.woff`)))
  return { name, ttf, covers: coveredCharacters(ttf) }
}

function loadFace(file: string, weight: Weight): Promise<Face> {
  const name = `${file}-${weight}`
  const face = loaded.get(name) ?? readFace(name)
  loaded.set(name, face)
  return face
}

/** `{"[107]": "U+2103,U+2105-2107"}` */
function furtherFile(code: number): string | undefined {
  ranges ??= Object.entries(require(`${FAMILY}/unicode.json`) as Record<string, string>).flatMap(([name, list]) =>
    list.split(',').map((range): [number, number, string] => {
      const [from = 0, to = from] = range
        .replace('U+', '')
        .split('-')
        .map((hex) => Number.parseInt(hex, 16))
      return [from, to, name.replace(/[[\]]/g, '')]
    }),
  )
  return ranges.find(([from, to]) => from <= code && code <= to)?.[2]
}

async function setCharacter(character: string, weight: Weight): Promise<Run> {
  const main = await loadFace(MAIN, weight)
  const code = character.codePointAt(0) ?? 0
  if (main.covers.has(code)) return { face: main, text: character }
  const file = furtherFile(code)
  const further = file === undefined ? undefined : await loadFace(file, weight)
  if (further?.covers.has(code)) return { face: further, text: character }
  // Fallback: Ⅻ becomes XII, ⑳ becomes 20.
  const plain = character.normalize('NFKC')
  const readable = plain !== character && Array.from(plain).every((c) => main.covers.has(c.codePointAt(0) ?? 0))
  return { face: main, text: readable ? plain : MISSING }
}

/** Control characters are removed; characters without a glyph become 〓. */
export async function setInFaces(line: string, weight: Weight): Promise<Run[]> {
  const runs: { face: Face; text: string }[] = []
  for (const character of line.replace(/\s/g, ' ').replace(/\p{Cc}|\p{Cf}|\p{Cs}/gu, '')) {
    const { face, text } = await setCharacter(character, weight)
    const last = runs[runs.length - 1]
    if (last?.face === face) last.text += text
    else runs.push({ face, text })
  }
  return runs
}
