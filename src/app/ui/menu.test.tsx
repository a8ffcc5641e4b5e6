// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Menu } from './menu.tsx'

afterEach(cleanup)

test('a menu over a scrolling list stays while its button stays, and closes as soon as it moves', () => {
  render(<Menu floats trigger="…" label="更多" entries={[{ key: 'edit', label: '编辑', onSelect: () => {} }]} />)
  const button = screen.getByRole('button', { name: '更多' })
  fireEvent.click(button)
  fireEvent.scroll(document)
  expect(screen.getByRole('menuitem', { name: '编辑' })).toBeTruthy()
  button.getBoundingClientRect = () => new DOMRect(0, -40, 36, 36)
  fireEvent.scroll(document)
  expect(screen.queryByRole('menuitem')).toBeNull()
})
