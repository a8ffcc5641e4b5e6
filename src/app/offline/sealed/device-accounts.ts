import { accountHash } from '#app/lib/account-hash.ts'
import { DEVICE_ACCOUNTS, readStored, removeStored, writeStored } from '#app/lib/storage.ts'

export const MOST_ACCOUNTS = 5

export interface DeviceAccount {
  readonly hash: string
  readonly account: string
  readonly name: string
  readonly at: number
  readonly bytes: number
}

function isList(value: unknown): value is DeviceAccount[] {
  return (
    Array.isArray(value) &&
    value.every((one: Partial<DeviceAccount> | null) => {
      const { hash, account, name, at, bytes } = one ?? {}
      const isNamed = typeof hash === 'string' && typeof account === 'string' && typeof name === 'string'
      return isNamed && Number.isFinite(at) && Number.isFinite(bytes)
    })
  )
}

export const deviceAccounts = (): DeviceAccount[] => readStored(DEVICE_ACCOUNTS, isList) ?? []

export const deviceAccountOf = (uid: string): DeviceAccount | undefined =>
  deviceAccounts().find(({ hash }) => hash === accountHash(uid))

export function listDeviceAccount(account: DeviceAccount): readonly DeviceAccount[] | null {
  const all = [account, ...deviceAccounts().filter(({ hash }) => hash !== account.hash)]
  const stays = ({ bytes }: DeviceAccount, at: number) => at < MOST_ACCOUNTS || bytes > 0
  const isListed = writeStored(DEVICE_ACCOUNTS, all.filter(stays))
  return isListed ? all.filter((one, at) => !stays(one, at)) : null
}

export function markOpened(hash: string): void {
  const all = deviceAccounts().map((one) => (one.hash === hash ? { ...one, bytes: 0 } : one))
  if (all.length > 0) writeStored(DEVICE_ACCOUNTS, all)
}

export function unlistDeviceAccounts(gone: (account: DeviceAccount) => boolean): void {
  const left = deviceAccounts().filter((account) => !gone(account))
  if (left.length > 0) writeStored(DEVICE_ACCOUNTS, left)
  else removeStored(DEVICE_ACCOUNTS)
}

const DEVICE = 'device:id'
const isDevice = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{32}$/.test(value)

export function deviceId(): string {
  const known = readStored(DEVICE, isDevice)
  if (known !== undefined) return known
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  writeStored(DEVICE, made)
  return made
}
