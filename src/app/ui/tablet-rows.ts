import type { CSSProperties } from 'react'
import { cx } from './cx.ts'
import type { Column, TabletPlace } from './table.tsx'

const TABLET_ROOM = 38
const GAP = 0.75
const USUAL_SHARE = 0.8

const cell = (place: TabletPlace | 'end', name: string, style: object) => ({
  place,
  name,
  style: style as CSSProperties,
})

export interface TabletRows {
  readonly style: CSSProperties
  /** Of each column. */
  readonly cells: readonly ReturnType<typeof cell>[]
}

/** Sizes in rem. */
export function tabletRows<Row>(columns: readonly Column<Row>[], minWidth: string): TabletRows {
  const size = ({ phone, width }: Column<Row>) => Number.parseFloat(width ?? '') || (phone === 'title' ? 14 : 7)
  const sum = (some: readonly Column<Row>[]) => some.reduce((all, column) => all + size(column) + GAP, 0)
  const [end] = columns.filter(({ phone }) => phone === 'action' || phone === 'menu')
  const endSize = end && (end.phone === 'menu' ? 2.75 : size(end))
  const lead = columns.filter(({ tablet }) => tablet === 'lead')
  const always = columns.filter(
    ({ phone, tablet }) => tablet === 'main' || (!tablet && (phone === 'title' || phone === 'state')),
  )
  let room = TABLET_ROOM - sum(lead) - sum(always) - (endSize ?? 0)
  const main = columns.filter((column) => {
    if (always.includes(column)) return true
    if (column === end || column.tablet) return false
    room -= size(column) + GAP
    return room >= 0
  })
  const isStill = (column: Column<Row>) =>
    lead.includes(column) || (column.nowrap && column.width && column.phone !== 'title')
  const track = (column: Column<Row>) => (isStill(column) ? `${size(column)}rem` : `minmax(0, ${size(column)}fr)`)
  const first = [...lead, ...main]
  const underOf = ({ below: main }: Column<Row>) => first.findIndex(({ key }) => key === main)
  const below = columns.filter((column) => column !== end && !first.includes(column) && underOf(column) < 0)
  const title = Math.max(
    main.findIndex(({ phone }) => phone === 'title'),
    0,
  )
  const placed = placesBelow(
    main.slice(title).map(size),
    below.map((column) => size(column) + labelSize(column)),
    lead.length + title,
  )
  const isFree = (at: number) =>
    !columns.some((column) => underOf(column) === at) &&
    placed.every((area) => {
      const [, from, , to] = area.split(' / ').map(Number)
      return at + 1 < (from ?? 0) || at + 1 >= (to ?? 0)
    })
  const hasSecondLine = columns.some((column) => column !== end && !first.includes(column))
  const unders = columns.filter((column) => column !== end && !first.includes(column)).map(underOf)
  const areStacks = hasSecondLine && below.length === 0 && new Set(unders).size === unders.length
  const tall = first.findIndex(({ isTall }) => isTall)
  const tallAt = tall < 0 ? lead.length + title : tall
  const spanOf = (at: number) => {
    if (hasSecondLine && isFree(at)) return areStacks ? 3 : 2
    return areStacks && at === tallAt ? 2 : 1
  }
  const cells = columns.map((column) => {
    const at = first.indexOf(column)
    if (at >= 0) {
      const span = spanOf(at)
      const area = span > 1 ? `1 / ${at + 1} / span ${span}` : `1 / ${at + 1}`
      return cell(at < lead.length ? 'lead' : 'main', '', { '--cell': area })
    }
    if (column === end) return cell('end', 'row-end', { '--width': `${endSize}rem` })
    const place = column.tablet ?? 'more'
    const under = underOf(column)
    const stacked = under === tallAt ? `3 / ${under + 1}` : `2 / ${under + 1} / span 2`
    const named = areStacks ? stacked : `auto / ${under + 1}`
    return cell(place, cx('row-flow', place === 'under' && 'row-under'), {
      '--cell': under < 0 ? placed[below.indexOf(column)] : named,
    })
  })
  const style = {
    '--table-min': minWidth,
    '--tracks': first.map(track).join(' '),
    '--end': `${endSize ? endSize + GAP : 0}rem`,
    ...(areStacks && { '--rows': 'auto 1fr auto', '--row-gap': '0px' }),
  } as CSSProperties
  return { style, cells }
}

const labelSize = <Row>({ tablet, header }: Column<Row>) => (tablet === 'under' ? 0 : header.length * 0.75 + 0.375)

/** Each begins where a main column does. @returns grid areas */
export function placesBelow(tracks: readonly number[], sizes: readonly number[], before = 0): string[] {
  let at = 0
  const place = (size: number): string => {
    let [to, room] = [at, -GAP]
    while (to < tracks.length && room < size * USUAL_SHARE) room += (tracks[to++] ?? 0) + GAP
    if (at > 0 && room < size * USUAL_SHARE) {
      at = 0
      return place(size)
    }
    const area = `auto / ${before + at + 1} / auto / ${before + to + 1}`
    at = to % tracks.length
    return area
  }
  return sizes.map(place)
}
