/** What a code means to the eye; `ui/tone.ts` alone turns it into a colour. */
export type Tone = 'ok' | 'attention' | 'danger' | 'working' | 'idle' | 'unknown'

export interface DictEntry {
  readonly label: string
  readonly tone?: Tone
}

export interface Dict<C extends string = string> {
  readonly codes: readonly C[]
  readonly entries: Readonly<Record<C, DictEntry>>
  /** The words for a code; a code nobody knows shows as it is, a missing one as `--`. */
  label(code: string | number | null | undefined): string
  tone(code: string | number | null | undefined): Tone
}

/**
 * A code list: code to Chinese words and tone.
 * Codes are the wire's, in text form.
 */
export function defineDict<const T extends Record<string, DictEntry>>(entries: T): Dict<Extract<keyof T, string>> {
  const known = new Map<string, DictEntry>(Object.entries(entries))
  return {
    codes: [...known.keys()] as Extract<keyof T, string>[],
    entries,
    label: (code) =>
      code === null || code === undefined || code === '' ? '--' : (known.get(String(code))?.label ?? String(code)),
    tone: (code) => known.get(String(code))?.tone ?? 'unknown',
  }
}
