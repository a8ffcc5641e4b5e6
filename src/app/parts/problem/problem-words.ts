import { problemKind } from '#contract/dict/problem-kind.ts'
import { questionStatus } from '#contract/dict/question-status.ts'
import type { FacilityProblem, ListedProblem } from '#contract/problem.ts'
import type { WaitingHandling } from '#app/data/problem.ts'
import type { Tone } from '#app/ui/tone.ts'

export type KnownProblem = Pick<
  ListedProblem,
  | 'id'
  | 'buildingId'
  | 'buildingName'
  | 'itemDesc'
  | 'questionStatus'
  | 'status'
  | 'problemType'
  | 'happenTime'
  | 'alarmId'
> &
  Partial<ListedProblem> & { readonly advice?: string | null; readonly content?: string | null }

type Stated = Pick<ListedProblem, 'kind' | 'questionStatus' | 'status'>

/** State of a problem in a word; an unsent act of this device comes first. */
export function problemState(
  { kind, questionStatus: status, status: todo }: Stated,
  waiting: WaitingHandling,
): { readonly text: string; readonly tone: Tone } {
  if (waiting.refused !== null) return { text: '提交失败', tone: 'danger' }
  if (waiting.act !== null)
    return { text: waiting.act === 'handle' ? '待提交：已处理' : '待提交：撤销', tone: 'working' }
  if (status !== 0) return { text: questionStatus.label(status), tone: questionStatus.tone(status) }
  if (todo === 1) return { text: '已处理，待恢复', tone: 'working' }
  return { text: problemKind.label(kind), tone: problemKind.tone(kind) }
}

const SAID_BESIDE = /，未上报有效数据|，?未恢复|超过 ?24 ?小时未(处理|确认)/

/** Without what the row's age and group say. */
export const shortDescription = (itemDesc: string): string =>
  itemDesc.replace(SAID_BESIDE, '').replace(/(\d) (\S+）)/, '$1\u00a0$2')

export function readingWords(reading: string | undefined, value: string | null | undefined): string | undefined {
  if (!value || !reading) return reading
  const [figure = ''] = /^[\d.]*/.exec(reading) ?? []
  const isPair = figure !== '' && value.endsWith(reading.slice(figure.length).trim())
  if (!isPair) return `现 ${value}`
  return Number.parseFloat(value) === Number(figure) ? value : `${value}（当时 ${figure}）`
}

type Placed = Pick<ListedProblem, 'floor' | 'zone' | 'descript'>

export const problemPlace = ({ floor, zone, descript }: Placed): string =>
  [floor, zone, descript].filter(Boolean).join(' ')

/** Without the floor that the name begins with. */
export const placeBeside = (name: string) => (of: Placed) =>
  problemPlace(of.floor && name.startsWith(of.floor) ? { ...of, floor: null } : of)

const DAY_MS = 24 * 60 * 60_000
export const isOverdue = (ageMs: number): boolean => ageMs > DAY_MS

export const knownOf = ({
  questionStatus: status,
  questionHappenTime,
  closeReason = null,
  alarmId = null,
  kind,
  floor = null,
  zone = null,
  descript = null,
  ...todo
}: FacilityProblem): KnownProblem => ({
  ...todo,
  ...(kind && { kind }),
  questionStatus: Number(status),
  closeReason,
  happenTime: questionHappenTime,
  alarmId,
  floor,
  zone,
  descript,
})
