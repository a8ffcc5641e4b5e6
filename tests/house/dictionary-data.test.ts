import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { TYPE_CODES, type DictNode, type TreeNode } from '#contract/dictionary.ts'
import { DEVICE_TYPES } from '#server/reference/device-types.ts'
import {
  areaTree,
  dictionaryByType,
  dictionaryList,
  dictionaryTree,
  streetList,
} from '#server/reference/dictionaries.ts'
import { nationTree } from '#server/reference/nation.ts'
import { DISTRICTS, fromWireArea, toWireArea } from '#server/reference/regions.ts'
import { SYSTEMS } from '#server/reference/systems.ts'
import { repositoryRoot } from '../support/repository-root.ts'

const walkAreas = (nodes: readonly TreeNode[]): TreeNode[] => nodes.flatMap((n) => [n, ...walkAreas(n.children)])
const walkTree = (nodes: readonly DictNode[]): DictNode[] =>
  nodes.flatMap((n) => [n, ...walkTree(n.sysDicParameterList)])
const depthOf = (n: DictNode): number => 1 + Math.max(0, ...n.sysDicParameterList.map(depthOf))

function expectClean(entries: readonly { readonly code: string | number; readonly name: string }[]): void {
  expect(new Set(entries.map((e) => e.code)).size).toBe(entries.length)
  for (const entry of entries) expect(entry.name.trim(), `name of ${entry.code}`).not.toBe('')
}

describe('the areas', () => {
  it('are the 16 districts and 234 streets of the city, each once with a name', () => {
    const streets = DISTRICTS.flatMap((d) => d.streets)
    expect(DISTRICTS).toHaveLength(16)
    expect(streets).toHaveLength(234)
    expectClean(DISTRICTS)
    expectClean(streets)
  })

  it('have six-digit districts near the city, and nine-digit streets inside their district', () => {
    for (const district of DISTRICTS) {
      expect(district.code).toMatch(/^3101\d{2}$/)
      expect(district.center?.[0]).toBeGreaterThan(120.8)
      expect(district.center?.[0]).toBeLessThan(122.1)
      expect(district.center?.[1]).toBeGreaterThan(30.6)
      expect(district.center?.[1]).toBeLessThan(31.9)
      for (const street of district.streets) expect(street.code).toMatch(new RegExp(`^${district.code}\\d{3}$`))
    }
  })

  it('form one tree of city, districts and streets under twelve-digit codes', () => {
    const nodes = walkAreas(areaTree())
    expect(nodes).toHaveLength(1 + 16 + 234)
    expect(nodes[0]?.code).toBe('310100000000')
    expectClean(nodes)
    for (const node of nodes) expect(node.code).toMatch(/^3101\d{8}$/)
  })

  it('are converted to twelve digits and back unchanged', () => {
    for (const { code } of DISTRICTS.flatMap((d) => [d, ...d.streets]))
      expect(fromWireArea(toWireArea(code))).toBe(code)
  })

  it("lists all streets, or a district's by either form of its code, or none for a district that is not ours", () => {
    expect(streetList('')).toHaveLength(234)
    expect(streetList('310106').map((s) => s.name)).toContain('静安寺街道')
    expect(streetList('310106000000')).toEqual(streetList('310106'))
    expect(streetList('110101')).toEqual([])
  })
})

describe('the national areas', () => {
  const provinces = nationTree()
  const cityOf = (name: string) =>
    provinces.flatMap((province) => province.children).find((city) => city.label === name)
  const NONE = [{ label: '--', value: '--', children: [] }]

  it('has 31 provinces, each code once and in its place, three levels everywhere', () => {
    expect(provinces).toHaveLength(31)
    const seen = new Set<string>()
    for (const province of provinces) {
      expect(province.value).toMatch(/^\d{2}0000$/)
      expect(province.children.length).toBeGreaterThan(0)
      for (const city of province.children) {
        expect(city.value.slice(0, 2)).toBe(province.value.slice(0, 2))
        expect(city.children.length).toBeGreaterThan(0)
        const real = city.children.filter(({ value }) => value !== '--')
        for (const county of real) expect(county.value.slice(0, 4)).toBe(city.value.slice(0, 4))
        for (const { value, label } of [city, ...real]) {
          expect(value).toMatch(/^\d{6}$/)
          expect(label.trim()).not.toBe('')
          expect(seen.has(value), value).toBe(false)
          seen.add(value)
        }
      }
    }
    expect(seen.size).toBeGreaterThan(3000)
  })

  it.each(['东莞市', '中山市', '嘉峪关市', '济源市', '仙桃市', '五指山市', '定州市', '辛集市'])(
    '%s is under its province with one placeholder',
    (name) => expect(cityOf(name)?.children).toEqual(NONE),
  )

  it('lists no city twice, under codes of two levels', () => {
    for (const name of ['定州市', '辛集市'])
      expect(provinces[2]!.children.flatMap((city) => city.children).some(({ label }) => label === name)).toBe(false)
  })

  it.each([
    ['北京市', ['市辖区']],
    ['天津市', ['市辖区']],
    ['上海市', ['市辖区']],
    ['重庆市', ['市辖区', '县']],
  ])('%s has a middle level', (name, middle) => {
    expect(provinces.find(({ label }) => label === name)?.children.map(({ label }) => label)).toEqual(middle)
  })
})

describe('the dictionaries', () => {
  it.each(TYPE_CODES)('%s has entries with unique codes, and equal texts as value and as name', (typeCode) => {
    const entries = dictionaryList(typeCode)
    expect(entries.length).toBeGreaterThan(1)
    expectClean(entries)
    for (const entry of entries) expect(entry.value).toBe(entry.name)
  })

  it('number height classes 1 to 4 and building types 0 to 2, as the documents do', () => {
    expect(dictionaryByType('6').map((e) => e.id)).toEqual(['1', '2', '3', '4'])
    expect(dictionaryByType('24')).toEqual([
      { id: '0', code: '0', name: '全部' },
      { id: '1', code: '1', name: '大型商业综合体' },
      { id: '2', code: '2', name: '超高层' },
    ])
  })

  it('have building function and form in three levels and fire resistance in one', () => {
    const trees = dictionaryTree()
    expect(trees.map((t) => t.id)).toEqual([5, 8, 10])
    const depths = trees.map((t) => [...new Set(t.sysDicParameterList.map(depthOf))])
    expect(depths).toEqual([[3], [3], [1]])
    for (const tree of trees) expectClean(walkTree(tree.sysDicParameterList))
  })
})

describe('the systems', () => {
  it('are fourteen categories whose items each have one id and a known type', () => {
    const apis = SYSTEMS.flatMap((s) => s.apis)
    expect(SYSTEMS.map((s) => s.id)).toEqual(Array.from({ length: 14 }, (_, i) => i + 1))
    expectClean(SYSTEMS.map((s) => ({ code: s.id, name: s.name })))
    expectClean(apis.map((a) => ({ code: a.id, name: a.name })))
  })

  it('are required in fire alarm, water supply and sprinklers only', () => {
    const withMust = SYSTEMS.filter((s) => s.apis.some((a) => a.must)).map((s) => s.id)
    expect(withMust).toEqual([1, 2, 3])
  })

  it('name every device type; 42 is the photoelectric smoke detector of the standard', () => {
    expect(DEVICE_TYPES[42]).toBe('点型光电感烟火灾探测器')
    expectClean(Object.entries(DEVICE_TYPES).map(([code, name]) => ({ code, name })))
  })
})

it('the guide for providers lists every item type unchanged', () => {
  const guide = readFileSync(join(repositoryRoot, 'docs/providers.md'), 'utf8')
  const told = [...guide.matchAll(/^\| (\d+) \| (.+) \| (.+) \| (.+) \|$/gm)].map((row) => row.slice(1))
  const BY = ['', '`fire`', '`fault`', '`shield`', '`action`', '实时数据', '实时数据']
  expect(told).toEqual(
    SYSTEMS.flatMap((system) =>
      system.apis.map(({ id, name, type, must }) => [String(id), must ? `**${name}**` : name, system.name, BY[type]]),
    ),
  )
})
