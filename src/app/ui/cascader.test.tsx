// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Cascader } from './cascader.tsx'
import type { CascadePath } from './cascade.ts'

afterEach(cleanup)

const tree = [
  {
    value: 'fire',
    label: '火灾自动报警系统',
    children: [
      { value: 'alarm', label: '火警信息' },
      { value: 'fault', label: '故障信息', disabled: true },
    ],
  },
  { value: 'water', label: '消防给水系统', children: [{ value: 'pressure', label: '管网压力' }] },
]

function One({ anyLevel = false }: { anyLevel?: boolean }) {
  const [value, setValue] = useState<CascadePath>([])
  return (
    <Cascader label="类型" aria-label="类型" options={tree} value={value} anyLevel={anyLevel} onChange={setValue} />
  )
}

function Many() {
  const [value, setValue] = useState<readonly CascadePath[]>([])
  return <Cascader multiple label="类型" aria-label="类型" options={tree} value={value} onChange={setValue} />
}

const field = () => screen.getByRole('button', { name: '类型' })

test('a leaf is selected level by level, and the field shows its path', async () => {
  render(<One />)
  await userEvent.click(field())
  await userEvent.click(screen.getByRole('menuitem', { name: '消防给水系统' }))
  expect(field().textContent).toBe('请选择')
  await userEvent.click(screen.getByRole('menuitemradio', { name: '管网压力' }))
  expect(field().textContent).toBe('消防给水系统 / 管网压力')
  expect(screen.queryByRole('menu')).toBeNull()
})

test("a name equal to its parent's is shown once", () => {
  const city = [{ value: '31', label: '上海市', children: [{ value: '3101', label: '上海市', children: tree }] }]
  render(
    <Cascader
      label="类型"
      aria-label="类型"
      options={city}
      value={['31', '3101', 'fire', 'alarm']}
      onChange={() => undefined}
    />,
  )
  expect(field().textContent).toBe('上海市 / 火灾自动报警系统 / 火警信息')
})

test('the keyboard selects, and Escape cancels', async () => {
  render(<One />)
  field().focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}{Enter}')
  expect(field().textContent).toBe('消防给水系统 / 管网压力')
  expect(document.activeElement).toBe(field())
  await userEvent.keyboard('{ArrowDown}{ArrowLeft}{ArrowUp}{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(field().textContent).toBe('消防给水系统 / 管网压力')
})

test('a filter may stop at a branch and be cleared again', async () => {
  render(<One anyLevel />)
  await userEvent.click(field())
  await userEvent.click(screen.getByRole('menuitem', { name: '消防给水系统' }))
  await userEvent.click(screen.getByRole('button', { name: '确定' }))
  expect(field().textContent).toBe('消防给水系统')
  await userEvent.click(field())
  await userEvent.click(screen.getByRole('button', { name: '清除' }))
  expect(field().textContent).toBe('请选择')
})

test('several leaves are selected; unavailable ones are unchanged', async () => {
  render(<Many />)
  await userEvent.click(field())
  await userEvent.click(screen.getByRole('menuitem', { name: '火灾自动报警系统' }))
  await userEvent.click(screen.getByRole('menuitemcheckbox', { name: '故障信息' }))
  await userEvent.click(screen.getByRole('menuitemcheckbox', { name: '火警信息' }))
  await userEvent.click(screen.getByRole('menuitem', { name: '消防给水系统' }))
  await userEvent.click(screen.getByRole('menuitemcheckbox', { name: '管网压力' }))
  await userEvent.click(screen.getByRole('button', { name: '确定' }))
  expect(field().textContent).toBe('火警信息、管网压力')
  await userEvent.click(field())
  expect(screen.getByRole('menuitem', { name: '火灾自动报警系统 1' })).toBeTruthy()
})
