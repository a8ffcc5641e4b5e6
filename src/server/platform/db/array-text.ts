/* The driver's own conversion quotes and escapes every number and date. */

export const numbersText = (values: readonly (number | null | undefined)[]) =>
  `{${values.map((value) => value ?? 'null').join()}}`

/** Most times in a batch are the same second. */
export function instantsText(values: readonly (Date | null)[]): string {
  let last: Date | undefined
  let text = ''
  const written = values.map((at) => {
    if (at === null) return 'null'
    if (at.getTime() !== last?.getTime()) text = at.toISOString()
    last = at
    return text
  })
  return `{${written.join()}}`
}

export const textsText = (values: readonly string[]) =>
  `{${values.map((value) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join()}}`
