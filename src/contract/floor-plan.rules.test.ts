import { expect, it } from 'vitest'
import { compareFloors, PLAN_BYTES } from './floor-plan.rules.ts'

it('orders floors from the roof down to the basement, unknown names last', () => {
  const floors = ['地下2层', '2层', '', '10层', 'B1', '屋面层', '1F', '夹层', '-3层']
  expect([...floors].sort(compareFloors)).toEqual(['屋面层', '10层', '2层', '1F', 'B1', '地下2层', '-3层', '夹层', ''])
})

it.each(['屋面', '天台', 'RF', 'rf', 'R1', '2号楼屋顶'])('places %s above all numbered floors', (roof) => {
  expect(['100层', roof, '1层'].sort(compareFloors)).toEqual([roof, '100层', '1层'])
})

it.each(['B2', 'b2', 'B02', '-2层', '－2层', '负2层', '地下2层'])('places %s between the two basements', (second) => {
  expect(['地下3层', '1层', second, '地下1层'].sort(compareFloors)).toEqual(['1层', '地下1层', second, '地下3层'])
})

it.each(['2层B区', 'A座2-3层', '2层负荷间', 'L2R'])('places %s by its number above ground', (second) => {
  expect(['1层', second, '3层'].sort(compareFloors)).toEqual(['3层', second, '1层'])
})

it('orders floors of one level by name, in reverse', () => {
  expect(['2层', '2F', '2F'].sort(compareFloors)).toEqual(['2层', '2F', '2F'])
  expect([compareFloors('2F', '2F'), compareFloors('2F', '2层'), compareFloors('2层', '2F')]).toEqual([0, 1, -1])
})

it('a plan has at most 2 MiB', () => {
  expect(PLAN_BYTES).toBe(2_097_152)
})
