const LETTERS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** The cells of a line as PostgreSQL's `copy` writes it (text format); null where there is none. */
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
