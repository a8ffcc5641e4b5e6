// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Watermark } from './watermark.tsx'

const linesOf = (...lines: string[]) =>
  [...render(<Watermark lines={lines} />).container.querySelectorAll('tspan')].map(({ textContent }) => textContent)

test('the name is repeated every 240 px in faint grey, hidden from screen readers', () => {
  const { container } = render(<Watermark lines={['静安大厦物业']} />)
  expect(container.querySelector('pattern')?.getAttribute('width')).toBe('240')
  const text = container.querySelector('text')
  expect(text?.textContent).toBe('静安大厦物业')
  expect(text?.getAttribute('fill')).toBe('#808080')
  expect(text?.getAttribute('fill-opacity')).toBe('0.2')
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true')
})

test('a name with markup is shown as text', () => {
  expect(linesOf(`<a b='"&'>`)).toEqual([`<a b='"&'>`])
})

test('a very long unit name is truncated before it overlaps its neighbour', () => {
  expect(linesOf('上海市静安区某某商业综合体物业管理有限公司第三分公司')).toEqual(['上海市静安区某某商业综合体物…'])
})

test('an empty line takes no space', () => {
  expect(linesOf('', '2026-11-21')).toEqual(['2026-11-21'])
})
