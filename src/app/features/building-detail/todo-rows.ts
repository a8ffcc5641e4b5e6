import type { AlarmRow } from '#contract/alarm.ts'
import type { FacilityProblem } from '#contract/problem.ts'
import { floorsWords, latestOf } from '#app/parts/alarm/alarm-device.ts'
import { leadWords, SAME_FIRE } from '#app/parts/alarm-link.tsx'

export type TodoRow = FacilityProblem & { readonly lead?: AlarmRow; readonly first?: string }

export const withLeads = (
  rows: readonly FacilityProblem[],
  headed: (row: FacilityProblem) => AlarmRow | undefined,
): TodoRow[] =>
  rows.flatMap((row): TodoRow[] => {
    const lead = headed(row)
    if (!lead) return [row]
    const problems = rows.filter(({ alarmId }) => alarmId === lead.id).length
    const { floor, zone, descript } =
      lead.floors.length > 1 ? { floor: floorsWords(lead.floors), zone: null, descript: null } : latestOf(lead)
    const itemDesc = `${SAME_FIRE} · ${leadWords(lead, problems)}`
    const of = { itemDesc, floor, zone, descript, questionHappenTime: lead.alarmTime, lead, first: row.id }
    return [{ ...row, id: `fire ${row.id}`, status: 0, ...of }, row]
  })

export const latestNamed = ({ alarmId, itemDesc }: FacilityProblem, open: readonly AlarmRow[]) =>
  open.map(latestOf).find(({ id, deviceName }) => id === alarmId && deviceName && itemDesc.startsWith(deviceName))
