import { expect, it } from 'vitest'
import { redact } from './redact.ts'

const answer = {
  total: 1,
  phone: '13800000000',
  records: [{ name: '王', phone: '13800000000', owner: { idCard: '310', name: '李' } }],
}

it('a phone is redacted wherever its path leads, through lists too', () => {
  expect(redact(answer, ['phone', 'records.phone', 'records.owner.idCard'])).toEqual({
    total: 1,
    records: [{ name: '王', owner: { name: '李' } }],
  })
})

it('the original answer is unchanged', () => {
  const before = JSON.stringify(answer)
  redact(answer, ['records.owner.idCard'])
  expect(JSON.stringify(answer)).toBe(before)
})

it('a path without a match redacts nothing', () => {
  expect(redact(answer, ['secret', 'total.phone', 'records.owner.phone'])).toEqual(answer)
  expect(redact(null, ['phone'])).toBeNull()
  expect(redact([[{ phone: 1 }]], ['phone'])).toEqual([[{}]])
})
