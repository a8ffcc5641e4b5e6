export const wordsOf = (text: string): string[] => text.trim().toLowerCase().split(/\s+/).filter(Boolean)

export const hasWords = (words: readonly string[], ...texts: readonly (string | null | undefined)[]): boolean => {
  const all = texts.filter(Boolean).join('\u001f').toLowerCase()
  return words.every((word) => all.includes(word))
}

export function splitByWords(text: string, words: readonly string[]): { part: string; isMatch: boolean }[] {
  if (words.length === 0) return [{ part: text, isMatch: false }]
  const pattern = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')
  return text
    .split(new RegExp(`(${pattern})`, 'i'))
    .map((part, at) => ({ part, isMatch: at % 2 === 1 }))
    .filter(({ part }) => part !== '')
}
