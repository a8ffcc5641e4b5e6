import { MISSING } from '#app/lib/format.ts'

/** '3 分 5 秒' */
export function tookWords(seconds: number | null): string {
  if (seconds === null) return MISSING
  const minutes = Math.floor(seconds / 60)
  return minutes === 0 ? `${seconds} 秒` : `${minutes} 分 ${seconds % 60} 秒`
}
