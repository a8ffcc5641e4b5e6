import { orMissing } from './format.ts'

/** Source: document 1, section 4. */
export function masked(text: string | null | undefined): string {
  const characters = Array.from(text?.trim() ?? '')
  const [first = ''] = characters
  if (characters.length === 0) return orMissing(text)
  if (characters.length === 1) return '*'
  if (characters.length === 2) return `${first}*`
  return `${first}${'*'.repeat(characters.length - 2)}${characters[characters.length - 1] ?? ''}`
}

/** A masked number cannot be called. */
export const isCallable = (phone: string | null | undefined): phone is string => /^[\d+-]{3,}$/.test(phone ?? '')
