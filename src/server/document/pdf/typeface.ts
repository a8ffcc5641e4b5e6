import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { coveredCharacters } from './covered-characters.ts'
import { woffToTtf } from './woff-to-ttf.ts'

export type Weight = 400 | 700

/** A font file, as the PDF writer takes it, and the characters it can show. */
export interface Face {
  readonly name: string
  readonly ttf: Buffer
  readonly covers: ReadonlySet<number>
}

/** Text set in one face. */
export interface Run {
  readonly face: Face
  readonly text: string
}

const require = createRequire(import.meta.url)
const FAMILY = '@fontsource/noto-sans-sc'
/** All that everyday Chinese needs; rarer signs (℃, ≥, ①) lie in small further files. */
const MAIN = 'chinese-simplified'
/** The printers' sign for a character that is not at hand. */
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

/** The further file that holds a character: the family's own table of ranges, `{"[107]": "U+2103,U+2105-2107"}`. */
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
  // Ⅻ is shown as XII, ⑳ as 20.
  const plain = character.normalize('NFKC')
  const readable = plain !== character && Array.from(plain).every((c) => main.covers.has(c.codePointAt(0) ?? 0))
  return { face: main, text: readable ? plain : MISSING }
}

/** A line of text as runs of one face each; controls are left out, what no face has shows as 〓. */
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
