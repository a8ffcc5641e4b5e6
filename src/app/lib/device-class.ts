import type { DeviceClass } from '#contract/fault.rules.ts'

const TABLET_PX = 600
const DESKTOP_PX = 1024

export function deviceClass(): DeviceClass {
  const short = Math.min(screen.width, screen.height)
  if (!matchMedia('(pointer: coarse)').matches) return 'desktop'
  return short < TABLET_PX ? 'phone' : short < DESKTOP_PX ? 'tablet' : 'desktop'
}
