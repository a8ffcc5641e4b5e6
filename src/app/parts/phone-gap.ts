import { orMissing } from '#app/lib/format.ts'

/** Instead of a number, which no device stores; undefined while it is awaited. */
export function phoneGap(phone: string | null | undefined, isOnline: boolean, isAwaited: boolean): string | undefined {
  if (phone !== undefined) return orMissing(phone)
  if (!isOnline) return '离线时不保存号码'
  return isAwaited ? undefined : '号码未取得'
}
