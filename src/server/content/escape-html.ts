const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Plain words as they stand in markup. */
export const escapeHtml = (words: string): string => words.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)
