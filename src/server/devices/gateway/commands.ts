import { COMMAND, timeBytes } from './frame.ts'

type Component = { readonly systemType: number; readonly systemAddress: number; readonly componentAddress: number }
type System = Omit<Component, 'componentAddress'>

export type CommandName = 'clock' | 'duty-check' | 'read-device' | 'read-systems' | 'read-components'

export interface DeviceCommand {
  readonly name: CommandName
  readonly command: typeof COMMAND.control | typeof COMMAND.request
  unit(now: Date): readonly number[]
}

/** Per frame. Source: GB/T 26875.3-2011, 8.3.2. */
const SYSTEMS_MOST = 102
const COMPONENTS_MOST = 22

export const SET_CLOCK: DeviceCommand = {
  name: 'clock',
  command: COMMAND.control,
  unit: (now) => [90, 1, ...timeBytes(now)],
}

export const askDuty = (minutes: number): DeviceCommand => ({
  name: 'duty-check',
  command: COMMAND.control,
  unit: () => [91, 1, Math.min(255, Math.max(1, minutes))],
})

const READ_DEVICE: DeviceCommand = { name: 'read-device', command: COMMAND.request, unit: () => [81, 1, 0] }

const littleEndian = (value: number) => [0, 8, 16, 24].map((by) => (value >>> by) & 0xff)

function inFrames<T>(
  name: CommandName,
  type: number,
  most: number,
  all: readonly T[],
  bytes: (one: T) => readonly number[],
): DeviceCommand[] {
  return Array.from({ length: Math.ceil(all.length / most) }, (_, i) => {
    const some = all.slice(i * most, (i + 1) * most)
    return { name, command: COMMAND.request, unit: () => [type, some.length, ...some.flatMap(bytes)] }
  })
}

function placeOf(pointNumber: string): System | Component | null {
  const found = /^(\d{1,3})\.(\d{1,3})(?:\.(\d{1,10}))?$/.exec(pointNumber)
  if (!found) return null
  const [systemType, systemAddress] = [Number(found[1]), Number(found[2])]
  const componentAddress = Number(found[3] ?? 0)
  if (systemType > 255 || systemAddress > 255 || componentAddress > 0xffff_ffff) return null
  return found[3] === undefined ? { systemType, systemAddress } : { systemType, systemAddress, componentAddress }
}

export function readStates(pointNumbers: readonly string[]): DeviceCommand[] {
  const places = pointNumbers.flatMap((one) => placeOf(one) ?? [])
  const systems = new Map(places.map((one) => [`${one.systemType}.${one.systemAddress}`, one] as const))
  const components = places.filter((one): one is Component => 'componentAddress' in one)
  return [
    READ_DEVICE,
    ...inFrames('read-systems', 61, SYSTEMS_MOST, [...systems.values()], (one) => [one.systemType, one.systemAddress]),
    ...inFrames('read-components', 62, COMPONENTS_MOST, components, (one) => [
      one.systemType,
      one.systemAddress,
      ...littleEndian(one.componentAddress),
    ]),
  ]
}
