/** Source: document 1, section 5. */
export const UNIT_PHONE = /^1[3-9]\d{9}$/

export const CREDIT_ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const CREDIT_WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/** Source: GB 32100. */
export function creditCheck(first17: string): string {
  const sum = CREDIT_WEIGHTS.reduce(
    (total, weight, i) => total + weight * CREDIT_ALPHABET.indexOf(first17.charAt(i)),
    0,
  )
  return CREDIT_ALPHABET.charAt((31 - (sum % 31)) % 31)
}

/** Forms only warn; only the length of 18 is enforced. */
export function creditCodeFits(code: string): boolean {
  const upper = code.toUpperCase()
  if (upper.length !== 18 || [...upper].some((letter) => !CREDIT_ALPHABET.includes(letter))) return false
  return upper.charAt(17) === creditCheck(upper)
}

const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const ID_CHECKS = '10X98765432'

/** Source: GB 11643. */
export function idCheck(digits: string): string {
  const sum = ID_WEIGHTS.reduce((total, weight, i) => total + weight * Number(digits.charAt(i)), 0)
  return ID_CHECKS.charAt(sum % 11)
}

/** Provinces, municipalities, autonomous regions; 71 Taiwan, 81 Hong Kong, 82 Macau; 83 residence permits. */
const REGIONS =
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83'.split(' ')

/**
 * Checks region, date of birth and check character. Source: GB 11643; document 2, section 5.
 * @param today `yyyy-MM-dd`, latest date of birth
 */
export function isIdCard(text: string, today: string): boolean {
  if (!/^\d{17}[\dX]$/i.test(text) || !REGIONS.includes(text.slice(0, 2))) return false
  const birth = `${text.slice(6, 10)}-${text.slice(10, 12)}-${text.slice(12, 14)}`
  const at = new Date(`${birth}T00:00:00Z`)
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== birth) return false
  if (birth < '1900-01-01' || birth > today) return false
  return idCheck(text) === text.charAt(17).toUpperCase()
}

/**
 * @param json codes from city or province to street
 * @returns null if the text is not a JSON array of strings
 */
export function readPosition(json: string): readonly string[] | null {
  try {
    const codes: unknown = JSON.parse(json)
    return Array.isArray(codes) && codes.every((code): code is string => typeof code === 'string') ? codes : null
  } catch {
    return null
  }
}

/** 9 is a synonym of 4. Source: rulings, Numbers and rules. */
export const categoryOf = (type: number | string) => (Number(type) === 9 ? 4 : Number(type))
