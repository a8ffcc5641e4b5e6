import type { KeyboardEvent } from 'react'

export function keepComposing({ key, nativeEvent }: KeyboardEvent): void {
  if (key === 'Escape' && nativeEvent.isComposing) nativeEvent.preventDefault()
}
