import { useLayoutEffect } from 'react'
import type { AlarmRow } from '#contract/alarm.ts'
import { noteOpenFires, openFires } from '../open-fires.ts'
import { calledSince } from './arriving.rules.ts'

export function useNoteFires(found: { readonly list: readonly AlarmRow[]; readonly total: number } | undefined): void {
  useLayoutEffect(() => {
    if (!found || openFires.read().total === found.total) return
    noteOpenFires({ total: found.total, isCalling: found.list.some((row) => calledSince(row) !== null) })
  }, [found])
}
