import { describe, expect, it } from 'vitest'
import { placesBelow, tabletRows } from './tablet-rows.ts'

describe('placesBelow', () => {
  it('puts each value under a main column', () => {
    expect(placesBelow([14, 7, 7], [12, 6, 6])).toEqual([
      'auto / 1 / auto / 2',
      'auto / 2 / auto / 3',
      'auto / 3 / auto / 4',
    ])
  })

  it('lets a long value pass under several columns', () => {
    expect(placesBelow([7, 14], [24])).toEqual(['auto / 1 / auto / 3'])
    expect(placesBelow([7, 7, 14], [13, 10])).toEqual(['auto / 1 / auto / 3', 'auto / 3 / auto / 4'])
  })

  it('begins another line where the rest of one is too narrow', () => {
    expect(placesBelow([14, 7], [10, 12])).toEqual(['auto / 1 / auto / 2', 'auto / 1 / auto / 2'])
    expect(placesBelow([14, 7], [10, 6, 6])).toEqual([
      'auto / 1 / auto / 2',
      'auto / 2 / auto / 3',
      'auto / 1 / auto / 2',
    ])
  })
})

describe('tabletRows', () => {
  const render = () => ''
  it('keeps title, state and what has room on the first line, the action at its end', () => {
    const { cells } = tabletRows(
      [
        { key: 'index', header: '序号', tablet: 'lead', width: '2.5rem', render },
        { key: 'name', header: '名称', phone: 'title', width: '14rem', render },
        { key: 'long', header: '地址', tablet: 'under', width: '12rem', render },
        { key: 'kind', header: '类型', width: '30rem', render },
        { key: 'state', header: '状态', phone: 'state', width: '6rem', nowrap: true, render },
        { key: 'edit', header: '操作', phone: 'action', width: '5rem', render },
      ],
      '60rem',
    )
    expect(cells.map(({ place }) => place)).toEqual(['lead', 'main', 'under', 'more', 'main', 'end'])
  })

  it('begins the second line where the title does', () => {
    const { cells } = tabletRows(
      [
        { key: 'time', header: '时间', tablet: 'main', width: '6rem', render },
        { key: 'name', header: '名称', phone: 'title', render },
        { key: 'object', header: '对象', tablet: 'under', width: '12rem', render },
      ],
      '60rem',
    )
    expect(cells[2]?.style).toEqual({ '--cell': 'auto / 2 / auto / 3' })
  })

  it('puts a value under the column that it names', () => {
    const { cells } = tabletRows(
      [
        { key: 'name', header: '名称', phone: 'title', render },
        { key: 'time', header: '时间', tablet: 'main', width: '7rem', render },
        { key: 'who', header: '处理人', tablet: 'under', below: 'time', render },
      ],
      '60rem',
    )
    expect(cells[2]?.style).toEqual({ '--cell': '2 / 2 / span 2' })
  })

  it('lets a value with nothing under it use both lines', () => {
    const { cells } = tabletRows(
      [
        { key: 'name', header: '名称', phone: 'title', render },
        { key: 'advice', header: '下一步', tablet: 'main', render },
        { key: 'place', header: '位置', tablet: 'under', below: 'name', render },
      ],
      '60rem',
    )
    expect(cells.map(({ style }) => style)).toEqual([
      { '--cell': '1 / 1 / span 2' },
      { '--cell': '1 / 2 / span 3' },
      { '--cell': '3 / 1' },
    ])
  })

  it('keeps the second line of other columns next to a title of several lines', () => {
    const { cells, style } = tabletRows(
      [
        { key: 'name', header: '名称', phone: 'title', render },
        { key: 'account', header: '账号', tablet: 'main', width: '7rem', render },
        { key: 'place', header: '位置', tablet: 'under', below: 'name', render },
        { key: 'holder', header: '姓名', tablet: 'under', below: 'account', render },
      ],
      '60rem',
    )
    expect(style).toMatchObject({ '--rows': 'auto 1fr auto' })
    expect(cells.map((one) => one.style)).toEqual([
      { '--cell': '1 / 1 / span 2' },
      { '--cell': '1 / 2' },
      { '--cell': '3 / 1' },
      { '--cell': '2 / 2 / span 2' },
    ])
  })

  it('keeps the second line of the title next to a taller column', () => {
    const { cells } = tabletRows(
      [
        { key: 'name', header: '名称', phone: 'title', render },
        { key: 'state', header: '状态', tablet: 'main', isTall: true, render },
        { key: 'number', header: '编号', tablet: 'under', below: 'name', render },
        { key: 'value', header: '当前值', tablet: 'under', below: 'state', render },
      ],
      '60rem',
    )
    expect(cells.map(({ style }) => style)).toEqual([
      { '--cell': '1 / 1' },
      { '--cell': '1 / 2 / span 2' },
      { '--cell': '2 / 1 / span 2' },
      { '--cell': '3 / 2' },
    ])
  })
})
