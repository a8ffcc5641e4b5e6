/*
 * Arrays as PostgreSQL reads them, for the statements that run with every batch: the driver takes each number and each
 * moment for a text that may want quotes.
 */

export const numbersText = (values: readonly (number | null | undefined)[]) =>
  `{${values.map((value) => value ?? 'null').join()}}`

export const instantsText = (values: readonly (Date | null)[]) =>
  `{${values.map((at) => at?.toISOString() ?? 'null').join()}}`

export const textsText = (values: readonly string[]) =>
  `{${values.map((value) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join()}}`
