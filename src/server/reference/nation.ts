import type { RegionOption } from '#contract/dictionary.ts'
import names from './nation.json' with { type: 'json' }

/** Source: document 2, Region and dictionary data. */
const NONE: RegionOption = { label: '--', value: '--', children: [] }

/** Codes with 90, and these two of Hebei. */
const DIRECT: ReadonlySet<string> = new Set(['130181', '130682'])

type Level = 'province' | 'city' | 'direct' | 'county'

function levelOf(code: string): Level {
  if (code.endsWith('0000')) return 'province'
  if (code.endsWith('00')) return 'city'
  return code.slice(2, 4) === '90' || DIRECT.has(code) ? 'direct' : 'county'
}

/** Administrative-divisions-of-China (MIT), without statistical zones. */
function grow(entries: readonly (readonly [string, string])[]): RegionOption[] {
  const provinces: RegionOption[] = []
  for (const [value, label] of entries) {
    const option: RegionOption = { label, value, children: [] }
    const province = provinces.find((one) => one.value.slice(0, 2) === value.slice(0, 2))
    const city = province?.children.find((one) => one.value === `${value.slice(0, 4)}00`)
    switch (levelOf(value)) {
      case 'province':
        provinces.push(option)
        break
      case 'city':
        province?.children.push(option)
        break
      case 'direct':
        province?.children.push({ ...option, children: [NONE] })
        break
      case 'county':
        city?.children.push(option)
    }
  }
  for (const city of provinces.flatMap((province) => province.children))
    if (city.children.length === 0) city.children.push(NONE)
  return provinces
}

const TREE = grow(Object.entries(names).sort(([a], [b]) => Number(a) - Number(b)))

export function nationTree(): RegionOption[] {
  return TREE
}
