import type { AlarmRow } from '#contract/alarm.ts'
import { accessStatus } from '#contract/dict/access-status.ts'
import { pointState } from '#contract/dict/point-state.ts'
import { providerReview } from '#contract/dict/provider.ts'
import { supervisionWord } from '#contract/dict/supervision-category.ts'
import type { PointState } from '#contract/floor-plan.rules.ts'
import type { BuildingHit, PointHit, ProviderHit, UnitHit } from '#contract/search.ts'
import { oneDecimal, orMissing, shortTime } from '#app/lib/format.ts'
import { AlarmAge } from '#app/parts/alarm/alarm-age.tsx'
import { alarmPlace } from '#app/parts/alarm/alarm-device.ts'
import { stateWord } from '#app/parts/alarm/alarm-words.ts'
import { FireMark } from '#app/parts/alarm/fire-mark.tsx'
import { ConditionMarks } from '#app/parts/condition-mark.tsx'
import { firstTab } from '#app/parts/first-tab.ts'
import { ScoreBlock } from '#app/parts/score-block.tsx'
import { toneClass } from '#app/ui/tone-class.ts'
import { DocumentIcon, GaugeIcon, PeopleIcon, ProviderIcon } from '#app/ui/place-icons.tsx'
import type { Recent } from './recent.ts'
import type { Hit } from './hit.ts'

const SEPARATOR = ' · '
const join = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(SEPARATOR)

const buildingPage = (id: string, tab: string) => `/buildDetail/${encodeURIComponent(id)}/1/${tab}`
const listPage = (path: string, name: string) => `${path}?search=${encodeURIComponent(name)}`

/** Writes that wait on this device are shown on the alarm's own page. */
const NOTHING_WAITS = { isAcked: false, verdict: null, undo: null, refused: null } as const

const icon = (Icon: typeof PeopleIcon) => <Icon className="h-6 w-6 text-ink-soft" />

export function alarmHit(of: AlarmRow): Hit {
  const state = stateWord(of, NOTHING_WAITS).text
  return {
    kind: 'alarm',
    key: `alarm-${of.id}`,
    title: join(of.buildingName ?? of.source ?? '未知来源', alarmPlace(of)),
    second: join(state, of.deviceName ?? of.deviceNo, of.points > 1 && `${of.points} 个设备报警`),
    kept: join('火警', of.deviceName ?? of.deviceNo),
    to: `/alarms?id=${encodeURIComponent(of.id)}`,
    isUrgent: true,
    lead: <FireMark sign="danger-on" className="h-6 w-6 text-danger" />,
    note: (
      <span className="font-figure font-semibold text-danger-ink">
        <AlarmAge of={of} />
      </span>
    ),
    facts: [
      ['状态', state],
      ['设备', orMissing(of.deviceName ?? of.deviceNo)],
      ['地址', orMissing(of.address)],
      ['报警时间', of.alarmTime],
    ],
    ...(of.buildingId && {
      more: [{ label: '打开建筑', to: buildingPage(of.buildingId, firstTab(Number(of.isOpen))) }],
    }),
  }
}

type KnownBuilding = Pick<BuildingHit, 'id' | 'name'> & Partial<BuildingHit>

const hasCondition = ({ alarmNum = 0, faultNum = 0, offlineNum = 0 }: KnownBuilding) =>
  alarmNum + faultNum + offlineNum > 0

/** @param savedAt for a building known only from this device, ms */
export function buildingHit(of: KnownBuilding, savedAt?: number): Hit {
  const score = of.safetyScore ?? null
  const access = of.accessStatus === undefined ? undefined : accessStatus.label(of.accessStatus)
  const marks = hasCondition(of) ? <ConditionMarks of={of} className="justify-end" /> : undefined
  return {
    kind: 'building',
    key: `building-${of.id}`,
    title: of.name,
    second: join(of.countyName, of.address, savedAt !== undefined && `离线资料 ${shortTime(savedAt, new Date())}`),
    kept: join(of.countyName, of.address),
    to: buildingPage(of.id, firstTab(of.alarmNum)),
    lead: <ScoreBlock score={score} alarms={of.alarmNum} className="h-11 w-11" />,
    note: marks ?? (access && <span className="text-sm text-ink-soft">{access}</span>),
    facts: [
      ['地址', join(of.countyName, of.address) || '--'],
      ...(access === undefined ? [] : ([['接入', access]] as const)),
      ...(of.safetyScore === undefined ? [] : ([['评分', oneDecimal(score)]] as const)),
      ...(marks ? ([['现在', marks]] as const) : []),
    ],
    more: [
      { label: '问题', to: buildingPage(of.id, 'todoInfo') },
      { label: '物联网数据', to: buildingPage(of.id, 'iotInfo') },
      { label: '点位', to: buildingPage(of.id, 'pointInfo') },
    ],
  }
}

export function unitHit(of: UnitHit): Hit {
  const kind = supervisionWord(of.type)
  return {
    kind: 'unit',
    key: `unit-${of.id}-${of.buildingId ?? ''}`,
    title: of.name,
    second: join(kind, of.buildingName ? `入驻 ${of.buildingName}` : of.address),
    to: of.buildingId
      ? `/buildUnitDetail/${encodeURIComponent(of.buildingId)}/1/${encodeURIComponent(of.id)}`
      : listPage('/unitList', of.name),
    lead: icon(PeopleIcon),
    facts: [
      ['监管类别', kind],
      ['地址', orMissing(of.address)],
      ...(of.buildingName ? ([['入驻建筑', of.buildingName]] as const) : []),
    ],
  }
}

const STATE_OF_RANK: Readonly<Record<number, PointState>> = { 1: 'alarm', 2: 'fault', 3: 'shield' }

export function pointHit(of: PointHit): Hit {
  const code = of.state ?? STATE_OF_RANK[of.openRank] ?? (of.online ? 'normal' : 'offline')
  const place = join(of.floor, of.zone, of.descript)
  const className = code === 'normal' ? 'text-ink-soft' : toneClass[pointState.tone(code)].text
  const state = <span className={`font-medium ${className}`}>{pointState.label(code)}</span>
  return {
    kind: 'point',
    key: `point-${of.id}`,
    title: `${of.deviceName} ${of.pointNumber}`,
    second: join(of.buildingName, place),
    to: `${buildingPage(of.buildingId, 'pointInfo')}?point=${encodeURIComponent(of.pointNumber)}`,
    lead: icon(GaugeIcon),
    note: <span className="text-sm">{state}</span>,
    facts: [
      ['状态', state],
      ['建筑', of.buildingName],
      ['位置', orMissing(place)],
    ],
    more: [
      { label: '打开建筑', to: buildingPage(of.buildingId, firstTab(Number(code === 'alarm'))) },
      { label: '物联网数据', to: buildingPage(of.buildingId, 'iotInfo') },
    ],
  }
}

export function providerHit(of: ProviderHit): Hit {
  const word = of.isSuspended ? '已暂停' : providerReview.label(of.status)
  return {
    kind: 'provider',
    key: `provider-${of.id}`,
    title: of.name,
    second: join('服务商', word),
    kept: '服务商',
    to: listPage('/companyList', of.name),
    lead: icon(ProviderIcon),
    facts: [['状态', word]],
  }
}

export const pageHit = ({ to, label }: { readonly to: string; readonly label: string }): Hit => ({
  kind: 'page',
  key: `page-${to}`,
  title: label,
  second: '页面',
  to,
  lead: icon(DocumentIcon),
  facts: [],
})

export const recentHit = ({ title, second, to }: Recent): Hit => ({
  kind: 'recent',
  key: `recent-${to}`,
  title,
  second,
  to,
  lead: icon(DocumentIcon),
  facts: [],
})
