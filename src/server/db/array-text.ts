/*
 * Arrays as PostgreSQL reads them, for the statements that run with every batch: the driver takes each number and each
 * moment for a text that may want quotes.
 */

export const numbersText = (values: readonly (number | null | undefined)[]) =>
  `{${values.map((value) => value ?? 'null').join()}}`

/** Of a batch most moments are the same second's, which is written once. */
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
