import { formatNumber } from '#app/lib/format.ts'

export function formatDistance(metres: number): string {
  if (metres < 995) return `${Math.round(metres / 10) * 10} 米`
  return `${formatNumber(metres / 1000, metres < 9950 ? 1 : 0)} 公里`
}
