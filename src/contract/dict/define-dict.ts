/** Only `ui/tone.ts` maps tones to colours. */
export type Tone = 'ok' | 'attention' | 'danger' | 'fire' | 'working' | 'idle' | 'unknown' | 'dismissed' | 'late'

export interface DictEntry {
  readonly label: string
  readonly tone?: Tone
}

export interface Dict<C extends string = string> {
  readonly codes: readonly C[]
  readonly entries: Readonly<Record<C, DictEntry>>
  /** Choices of a select. */
  readonly options: readonly { readonly value: C; readonly label: string }[]
  /** An unknown code is shown unchanged, a missing one as `--`. */
  label(code: string | number | null | undefined): string
  tone(code: string | number | null | undefined): Tone
}

/** Codes are text. */
export function defineDict<const T extends Record<string, DictEntry>>(entries: T): Dict<Extract<keyof T, string>> {
  type Code = Extract<keyof T, string>
  const known = new Map<string, DictEntry>(Object.entries(entries))
  return {
    codes: [...known.keys()] as Code[],
    entries,
    options: [...known].map(([value, { label }]) => ({ value: value as Code, label })),
    label: (code) =>
      code === null || code === undefined || code === '' ? '--' : (known.get(String(code))?.label ?? String(code)),
    tone: (code) => known.get(String(code))?.tone ?? 'unknown',
  }
}
