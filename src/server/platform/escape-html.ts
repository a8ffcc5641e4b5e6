const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escapeHtml = (words: string): string => words.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)
