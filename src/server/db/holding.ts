/** Text a person typed, as a pattern that finds it anywhere: its own `%`, `_` and `\` stand for themselves. */
export const holding = (keyword: string): string => `%${keyword.replace(/[\\%_]/g, '\\$&')}%`
