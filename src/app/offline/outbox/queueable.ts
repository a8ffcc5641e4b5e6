import type { Endpoint } from '#contract/endpoint.ts'

type Calls = Readonly<Record<string, Endpoint>>

/** Groups with calls that may wait, fetched when one does. */
const groups: Readonly<Record<string, () => Promise<Calls>>> = {
  approval: () => import('#contract/approval.ts').then(({ approval }) => approval),
  buildingForm: () => import('#contract/building-form.ts').then(({ buildingForm }) => buildingForm),
  checkin: () => import('#contract/checkin.ts').then(({ checkin }) => checkin),
  message: () => import('#contract/message.ts').then(({ message }) => message),
  point: () => import('#contract/point.ts').then(({ point }) => point),
  problem: () => import('#contract/problem.ts').then(({ problem }) => problem),
  unit: () => import('#contract/unit.ts').then(({ unit }) => unit),
  upload: () => import('#contract/upload.ts').then(({ upload }) => upload),
}

/** The ids of the groups whose calls may wait here. */
export const QUEUEABLE_GROUPS = Object.keys(groups)

/** The call of a waiting write, by its id; an older or newer version of the app may have written one that isn't here. */
export async function callNamed(id: string): Promise<Endpoint | undefined> {
  const [group = '', verb = ''] = id.split('.')
  return (await groups[group]?.())?.[verb]
}
