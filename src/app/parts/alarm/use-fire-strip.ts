import { useLayoutEffect } from 'react'
import { type FireStrip, fireStrip } from '../open-fires.ts'

export function useFireStrip(look: FireStrip): void {
  useLayoutEffect(() => {
    fireStrip.write(look)
    return () => fireStrip.write('none')
  }, [look])
}
