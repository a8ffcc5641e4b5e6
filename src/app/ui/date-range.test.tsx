// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { DateRange, type TimeSpan } from './date-range.tsx'

afterEach(cleanup)

function Solved({ tell }: { tell(span: TimeSpan): void }) {
  const [span, setSpan] = useState<TimeSpan>({ start: '', end: '' })
  tell(span)
  return <DateRange label="解决时间" value={span} onChange={setSpan} />
}

test('a selected day begins at midnight and ends with its last second; a time can be added and all of it cleared', async () => {
  let span: TimeSpan | undefined
  render(<Solved tell={(now) => void (span = now)} />)
  const set = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } })
  set('解决时间，开始日期', '2026-03-01')
  set('解决时间，结束日期', '2026-03-20')
  expect(span).toEqual({ start: '2026-03-01 00:00:00', end: '2026-03-20 23:59:59' })
  set('解决时间，结束时间', '12:30:05')
  expect(span?.end).toBe('2026-03-20 12:30:05')
  await userEvent.click(screen.getByRole('button', { name: '清除解决时间' }))
  expect(span).toEqual({ start: '', end: '' })
})
