const LETTERS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** `\N` is null. */
export function cellsOf(line: string): (string | null)[] {
  return line
    .split('\t')
    .map((cell) =>
      cell === '\\N'
        ? null
        : cell.includes('\\')
          ? cell.replace(/\\(.)/gs, (_, letter: string) => LETTERS[letter] ?? letter)
          : cell,
    )
}

const LINE_FEED = 10

/** Other line separators are data. */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let from = 0
    for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, from)) {
      yield bytes.toString('utf8', from, at)
      from = at + 1
    }
    rest = Buffer.from(bytes.subarray(from))
  }
  if (rest.length > 0) yield rest.toString('utf8')
}
