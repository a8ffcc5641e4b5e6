import type { Rng } from './random.ts'

const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const ID_CHECKS = '10X98765432'

/** The check character of an ID number's first 17 digits. Source: GB 11643. */
export function idCheck(digits: string): string {
  const sum = ID_WEIGHTS.reduce((total, weight, i) => total + weight * Number(digits[i]), 0)
  return ID_CHECKS.charAt(sum % 11)
}

/** An ID number that passes every check and is nobody's: sequence 000 of a day is never given out. */
export function idCard(rng: Rng, county: string): string {
  const month = String(rng.int(1, 12)).padStart(2, '0')
  const day = String(rng.int(1, 28)).padStart(2, '0')
  const digits = `${county}${rng.int(1962, 1994)}${month}${day}000`
  return digits + idCheck(digits)
}

const CREDIT_ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const CREDIT_WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/** The check character of a unified social credit code's first 17. Source: GB 32100. */
export function creditCheck(first17: string): string {
  const sum = CREDIT_WEIGHTS.reduce(
    (total, weight, i) => total + weight * CREDIT_ALPHABET.indexOf(first17.charAt(i)),
    0,
  )
  return CREDIT_ALPHABET.charAt((31 - (sum % 31)) % 31)
}

const ORGAN_WEIGHTS = [3, 7, 9, 10, 5, 8, 4, 2]

/** The check character of the nine-character organisation code within. Source: GB 11714. */
function organisationCheck(first8: string): string {
  const sum = ORGAN_WEIGHTS.reduce((total, weight, i) => total + weight * Number.parseInt(first8.charAt(i), 36), 0)
  const check = 11 - (sum % 11)
  return check === 10 ? 'X' : check === 11 ? '0' : String(check)
}

/** A unified social credit code of an enterprise registered in that district. */
export function creditCode(rng: Rng, county: string): string {
  const organisation = `MA${Array.from({ length: 6 }, () => CREDIT_ALPHABET.charAt(rng.int(0, 30))).join('')}`
  const first17 = `91${county}${organisation}${organisationCheck(organisation)}`
  return first17 + creditCheck(first17)
}

/** A mobile number out of blocks kept free of real-looking ones: 1xx 0000 xxxx. */
export function phone(rng: Rng): string {
  return `1${rng.pick(['30', '31', '50', '55', '80', '86'])}0000${String(rng.int(0, 9999)).padStart(4, '0')}`
}
