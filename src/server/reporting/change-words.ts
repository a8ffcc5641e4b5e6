import { accountRole, accountStatus } from '#contract/dict/account.ts'
import { alarmProgress } from '#contract/dict/alarm-progress.ts'
import { applicationStatus } from '#contract/dict/application-status.ts'
import { buildingManager } from '#contract/dict/building-manager.ts'
import { checkinStatus } from '#contract/dict/checkin-status.ts'
import type { Dict } from '#contract/dict/define-dict.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { providerReview } from '#contract/dict/provider.ts'
import { publicationState } from '#contract/dict/publication.ts'
import { supervisionWord } from '#contract/dict/supervision-category.ts'
import { todoStatus } from '#contract/dict/todo-status.ts'
import { toWireTime } from '#contract/time.ts'
import { wordsOf } from '../platform/html-blocks.ts'
import { STRUCTURES, USE_NATURES } from '../reference/entries.ts'
import { districtName, streetName } from '../reference/regions.ts'
import { FIELD_WORDS } from './field-words.ts'

export interface ChangeWords {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

const MOST_POINTS = 50
const LONGEST = 2000

const STATUS: Readonly<Record<string, Dict>> = {
  account: accountStatus,
  approval: applicationStatus,
  provider: providerReview,
  checkin: checkinStatus,
}

const ofDict = (dict: Dict) => (value: unknown) => dict.label(value as string | number)
const inEntries = (entries: readonly { code: string; name: string }[]) => (value: unknown) =>
  entries.find(({ code }) => code === String(value))?.name ?? String(value)
const YES_NO = (value: unknown) => (value ? '是' : '否')

/** Display text of fields whose stored value is a code or markup. */
const SAID: Readonly<Record<string, (value: unknown) => string | null>> = {
  state: ofDict(publicationState),
  role: ofDict(accountRole),
  todoStatus: ofDict(todoStatus),
  alarmState: ofDict(alarmProgress),
  alarmVerdict: ofDict(fireHandling),
  isBuildingManager: ofDict(buildingManager),
  type: (value) => supervisionWord(Number(value)),
  county: (value) => districtName(String(value)),
  streetNo: (value) => streetName(String(value)),
  natureId: inEntries(USE_NATURES),
  constructId: inEntries(STRUCTURES),
  bodyHtml: (value) => wordsOf(String(value)),
  profileComplete: YES_NO,
  level: (value) => `${String(value)} 级`,
  audience: audienceWords,
}

function audienceWords(value: unknown): string {
  const { roles = [], counties = [], unitIds = [] } = value as Record<string, (string | number)[]>
  if (unitIds.length > 0) return `指定单位 ${unitIds.length} 家`
  const where = counties.length > 0 ? counties.map((code) => districtName(String(code)) ?? code).join('、') : '全市'
  return `${roles.map((role) => accountRole.label(role)).join('、') || '未选择'}（${where}）`
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

function said(action: string, field: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  const [group = ''] = action.split('.')
  const status = field === 'status' ? STATUS[group] : undefined
  const words = status ? status.label(value as string) : SAID[field]?.(value)
  if (words !== undefined) return words
  if (typeof value === 'string' && INSTANT.test(value)) return toWireTime(new Date(value))
  if (Array.isArray(value)) return value.map((one) => (Array.isArray(one) ? one.join('/') : String(one))).join('、')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const short = (words: string | null) => (words === null ? null : words.slice(0, LONGEST))

function linesOf(action: string, before: unknown, after: unknown, of = ''): ChangeWords[] {
  const was = (before ?? {}) as Record<string, unknown>
  const is = (after ?? {}) as Record<string, unknown>
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((field) => {
    const line = { before: short(said(action, field, was[field])), after: short(said(action, field, is[field])) }
    if (line.before === null && line.after === null) return []
    return [{ field: of + (FIELD_WORDS[field] ?? field), ...line }]
  })
}

const FACTS = [
  'receivers',
  'addedNum',
  'updatedNum',
  'sameNum',
  'points',
  'problems',
  'transmitters',
  'attachments',
  'alarms',
  'service',
  'tried',
  'way',
  'reason',
  'note',
  'file',
  'rows',
  'buildings',
]

interface Imported {
  readonly name?: string
  readonly before: unknown
  readonly after: unknown
}

export function changeWords(action: string, detail: Readonly<Record<string, unknown>>): ChangeWords[] {
  const { before, after } = detail
  const changed = Array.isArray(detail['changed']) ? (detail['changed'] as string[]) : []
  const asked = (detail['asked'] ?? {}) as { before?: unknown; after?: unknown }
  const told = [...linesOf(action, before, after), ...linesOf(action, asked.before, asked.after, '申请：')]
  const shown = new Set([...Object.keys((before ?? {}) as object), ...Object.keys((after ?? {}) as object)])
  // The audit has no phones and ID numbers.
  const hidden = changed.filter((field) => !shown.has(field) && field !== 'modifiedAt')
  const points = ((detail['changes'] ?? []) as Imported[]).slice(0, MOST_POINTS)
  return [
    ...told,
    ...hidden.map((field) => ({ field: FIELD_WORDS[field] ?? field, before: '（不记录内容）', after: '（已修改）' })),
    ...points.flatMap((point) => linesOf(action, point.before, point.after, `点位 ${point.name ?? ''} `)),
    ...FACTS.filter((fact) => ['number', 'string'].includes(typeof detail[fact])).map((fact) => ({
      field: FIELD_WORDS[fact] ?? fact,
      before: null,
      after: String(detail[fact]),
    })),
  ]
}
