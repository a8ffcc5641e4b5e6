import { expect, it } from 'vitest'
import { withhold } from './withhold.ts'

const answer = {
  total: 1,
  phone: '13800000000',
  records: [{ name: '王', phone: '13800000000', owner: { idCard: '310', name: '李' } }],
}

it('a phone is withheld wherever its path leads, through lists too', () => {
  expect(withhold(answer, ['phone', 'records.phone', 'records.owner.idCard'])).toEqual({
    total: 1,
    records: [{ name: '王', owner: { name: '李' } }],
  })
})

it('what a screen shows is never touched', () => {
  const before = JSON.stringify(answer)
  withhold(answer, ['records.owner.idCard'])
  expect(JSON.stringify(answer)).toBe(before)
})

it('a path that leads nowhere withholds nothing', () => {
  expect(withhold(answer, ['secret', 'total.phone', 'records.owner.phone'])).toEqual(answer)
  expect(withhold(null, ['phone'])).toBeNull()
  expect(withhold([[{ phone: 1 }]], ['phone'])).toEqual([[{}]])
})
