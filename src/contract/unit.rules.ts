/** A phone of a unit's people: eleven digits, 1 and then 3 to 9. Source: document 1, section 5. */
export const UNIT_PHONE = /^1[3-9]\d{9}$/

export const CREDIT_ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const CREDIT_WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/** The check character of a unified social credit code's first 17. Source: GB 32100. */
export function creditCheck(first17: string): string {
  const sum = CREDIT_WEIGHTS.reduce(
    (total, weight, i) => total + weight * CREDIT_ALPHABET.indexOf(first17.charAt(i)),
    0,
  )
  return CREDIT_ALPHABET.charAt((31 - (sum % 31)) % 31)
}

/** Whether a unified social credit code's last character fits the others. Forms only warn by it: what binds is the length of 18. */
export function creditCodeFits(code: string): boolean {
  const upper = code.toUpperCase()
  if (upper.length !== 18 || [...upper].some((letter) => !CREDIT_ALPHABET.includes(letter))) return false
  return upper.charAt(17) === creditCheck(upper)
}

const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const ID_CHECKS = '10X98765432'

/** The check character of an identity number's first 17 digits. Source: GB 11643. */
export function idCheck(digits: string): string {
  const sum = ID_WEIGHTS.reduce((total, weight, i) => total + weight * Number(digits.charAt(i)), 0)
  return ID_CHECKS.charAt(sum % 11)
}

/** First digits of the provinces, municipalities, regions, Hong Kong, Macau, Taiwan, and of residence permits. */
const REGIONS =
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83'.split(' ')

/**
 * Whether text is an identity card's number: region, a day of birth that was, and the check character.
 * @param today `yyyy-MM-dd`: nobody is born after it. Source: GB 11643; document 2, section 5
 */
export function isIdCard(text: string, today: string): boolean {
  const [, region = '', year = '', month = '', day = ''] =
    /^(\d{2})\d{4}(\d{4})(\d{2})(\d{2})\d{3}[\dX]$/i.exec(text) ?? []
  if (!REGIONS.includes(region)) return false
  const birth = `${year}-${month}-${day}`
  const at = new Date(`${birth}T00:00:00Z`)
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== birth) return false
  if (birth < '1900-01-01' || birth > today) return false
  return idCheck(text) === text.charAt(17).toUpperCase()
}

/**
 * The codes of a `positionCode`, a JSON array in text form: city or province first, street last.
 * @returns null where it is no such array
 */
export function readPosition(json: string): readonly string[] | null {
  try {
    const codes: unknown = JSON.parse(json)
    return Array.isArray(codes) && codes.every((code): code is string => typeof code === 'string') ? codes : null
  } catch {
    return null
  }
}

/** A unit's supervision category as the dictionary knows it: 9 is another way to write 4. Source: rulings, Numbers and rules. */
export const categoryOf = (type: number | string) => (Number(type) === 9 ? 4 : Number(type))
