import { useState } from 'react'
import type { HistoryOf } from './history-dialog.tsx'

export function useHistory() {
  const [of, setOf] = useState<HistoryOf>()
  const [open, setOpen] = useState(false)
  return {
    of,
    open,
    show: (device: HistoryOf) => {
      setOf(device)
      setOpen(true)
    },
    close: () => setOpen(false),
  }
}
