import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'

export const loadedTable = (name: string) =>
  waitFor(() => {
    const table = screen.getByRole('table', { name })
    expect(table.parentElement).toHaveAttribute('aria-busy', 'false')
    return within(table)
  })
