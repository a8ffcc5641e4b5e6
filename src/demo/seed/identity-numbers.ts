import { CREDIT_ALPHABET, creditCheck, idCheck } from '#contract/unit.rules.ts'
import type { Rng } from './random.ts'

/** Sequence 000 is never assigned. */
export function idCard(rng: Rng, county: string): string {
  const month = String(rng.int(1, 12)).padStart(2, '0')
  const day = String(rng.int(1, 28)).padStart(2, '0')
  const digits = `${county}${rng.int(1962, 1994)}${month}${day}000`
  return digits + idCheck(digits)
}

const ORGAN_WEIGHTS = [3, 7, 9, 10, 5, 8, 4, 2]

/** GB 11714. */
function organisationCheck(first8: string): string {
  const sum = ORGAN_WEIGHTS.reduce((total, weight, i) => total + weight * Number.parseInt(first8.charAt(i), 36), 0)
  const check = 11 - (sum % 11)
  return check === 10 ? 'X' : check === 11 ? '0' : String(check)
}

export function creditCode(rng: Rng, county: string): string {
  const organisation = `MA${Array.from({ length: 6 }, () => CREDIT_ALPHABET.charAt(rng.int(0, 30))).join('')}`
  const first17 = `91${county}${organisation}${organisationCheck(organisation)}`
  return first17 + creditCheck(first17)
}

/** 1xx 0000 xxxx: no real number. */
export function phone(rng: Rng): string {
  return `1${rng.pick(['30', '31', '50', '55', '80', '86'])}0000${String(rng.int(0, 9999)).padStart(4, '0')}`
}
