import { expect, it } from 'vitest'
import { compareFloors } from './floor-plan.rules.ts'

it('orders floors from the roof down to the basement, unknown names last', () => {
  const floors = ['地下2层', '2层', '', '10层', 'B1', '屋面层', '1F', '夹层', '-3层']
  expect([...floors].sort(compareFloors)).toEqual(['屋面层', '10层', '2层', '1F', 'B1', '地下2层', '-3层', '夹层', ''])
})
