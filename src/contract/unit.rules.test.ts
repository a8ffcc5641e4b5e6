import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { categoryOf, creditCheck, creditCodeFits, idCheck, isIdCard, readPosition, UNIT_PHONE } from './unit.rules.ts'

test.each([
  ['13800000000', true],
  ['19912345678', true],
  ['12800000000', false],
  ['10000000000', false],
  ['1380000000', false],
  ['138000000000', false],
  ['+8613800000000', false],
  ['1380000000a', false],
])('%s is a valid phone of a unit contact: %s', (text, is) => {
  expect(UNIT_PHONE.test(text)).toBe(is)
})

test.each([
  ['91350100M000100Y43', true],
  ['91350100m000100y43', true],
  ['91350100M000100Y44', false],
  ['91350100M000100Y4', false],
  ['91350100M000100YI3', false],
  ['', false],
])('the check character of %s is valid: %s', (code, fits) => {
  expect(creditCodeFits(code)).toBe(fits)
})

test.each([
  ['11010519491231002X', true],
  ['11010519491231002x', true],
  ['440524188001010014', false],
  ['110105194912310021', false],
  ['110105194902310026', false],
  ['00010519491231002X', false],
  ['11010520991231002X', false],
  ['1101051949123100', false],
  ['', false],
  ['11010519491231002X1', false],
])('%s is a valid identity number: %s', (text, is) => {
  expect(isIdCard(text, '2026-03-23')).toBe(is)
})

test.each([
  ['["310000000000","310100000000","310106000000","310106011000"]', 4],
  ['[]', 0],
  ['[1]', null],
  ['{"a":1}', null],
  ['', null],
  ['[', null],
  ['["310000000000",1]', null],
])('%s contains this number of codes: %s', (json, count) => {
  const codes = readPosition(json)
  expect(codes === null ? null : codes.length).toBe(count)
})

test('a position is read back as written', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (codes) => {
      expect(readPosition(JSON.stringify(codes))).toEqual(codes)
    }),
  )
})

/** ISO 7064 MOD 11-2 by recursion, independent of the weights of GB 11643. */
function mod11Check(digits: string): string {
  const product = [...digits].reduce((sum, digit) => ((sum + Number(digit)) * 2) % 11, 0)
  const check = (12 - product) % 11
  return check === 10 ? 'X' : String(check)
}

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
const bornOn = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2026-03-23'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10).replace(/-/g, ''))
const idCard = fc
  .tuple(fc.constantFrom('11', '31', '46', '65', '71', '83'), digits(4), bornOn, digits(3))
  .map((parts) => parts.join(''))

test('an identity number is valid with its check character and with no other', () => {
  fc.assert(
    fc.property(idCard, fc.constantFrom(...'0123456789X'), (first17, check) => {
      expect(idCheck(first17)).toBe(mod11Check(first17))
      expect(isIdCard(first17 + check, '2026-03-23')).toBe(check === mod11Check(first17))
      expect(isIdCard(first17 + mod11Check(first17) + check, '2026-03-23')).toBe(false)
    }),
  )
})

test.each([
  ['310105', '19000101', true],
  ['310105', '18991231', false],
  ['310105', '20260323', true],
  ['310105', '20260324', false],
  ['310105', '20240229', true],
  ['310105', '20230229', false],
  ['310105', '20231301', false],
  ['000105', '19900101', false],
  ['160105', '19900101', false],
  ['990105', '19900101', false],
])('with a correct check character, region %s and birth on %s are valid: %s', (region, birth, is) => {
  const first17 = `${region}${birth}002`
  expect(isIdCard(first17 + mod11Check(first17), '2026-03-23')).toBe(is)
})

const CREDIT_LETTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** GB 32100: the weights are powers of three modulo 31. */
function mod31Check(first17: string): string {
  const sum = [...first17].reduce(
    ({ total, weight }, letter) => ({
      total: total + weight * CREDIT_LETTERS.indexOf(letter),
      weight: (weight * 3) % 31,
    }),
    { total: 0, weight: 1 },
  )
  return CREDIT_LETTERS.charAt((31 - (sum.total % 31)) % 31)
}

const creditBody = fc
  .array(fc.constantFrom(...CREDIT_LETTERS), { minLength: 17, maxLength: 17 })
  .map((letters) => letters.join(''))

test('a credit code is valid with its check character and with no other', () => {
  fc.assert(
    fc.property(creditBody, fc.constantFrom(...CREDIT_LETTERS), (first17, check) => {
      expect(creditCheck(first17)).toBe(mod31Check(first17))
      expect(creditCodeFits(first17 + check)).toBe(check === mod31Check(first17))
      expect(creditCodeFits((first17 + check).toLowerCase())).toBe(check === mod31Check(first17))
    }),
  )
})

test('a credit code that is too long or has an excluded letter is invalid', () => {
  fc.assert(
    fc.property(creditBody, fc.nat(16), fc.constantFrom(...'IOSVZ-'), (first17, at, letter) => {
      expect(creditCodeFits(`${first17}${creditCheck(first17)}0`)).toBe(false)
      const wrong = first17.slice(0, at) + letter + first17.slice(at + 1)
      expect(creditCodeFits(wrong + creditCheck(wrong))).toBe(false)
    }),
  )
})

test.each([
  [1, 1],
  ['4', 4],
  [9, 4],
  ['9', 4],
])('the supervision category %j is %i', (type, category) => {
  expect(categoryOf(type)).toBe(category)
})
