import { fireHandling } from '#contract/dict/fire-handling.ts'
import { toWireTime } from '#contract/time.ts'
import type { DeliveryBody } from './delivery.store.ts'

export interface AlarmFacts {
  readonly building: string
  readonly address: string
  readonly place: string
  readonly device: string
  readonly occurredAt: Date
  readonly now: Date
  readonly verdict: number | null
  readonly judgedBy: string
  readonly judgedAt: Date | null
  readonly note: string
  readonly events: number
}

const SIGNATURE = '【消防物联网】'
const BUILDING_LENGTH = 12
const PLACE_LENGTH = 7

const hour = (at: Date) => toWireTime(at).slice(11, 16)
const moment = ({ occurredAt, now }: AlarmFacts) => {
  const [at, today] = [toWireTime(occurredAt), toWireTime(now)]
  return at.slice(at.slice(0, 10) === today.slice(0, 10) ? 11 : 5, 16)
}
const cut = (text: string, length: number) => Array.from(text).slice(0, length).join('')
const where = ({ building, place }: AlarmFacts) => `${cut(building, BUILDING_LENGTH)}${cut(place, PLACE_LENGTH)}`

const bodyOf = (facts: AlarmFacts, title: string, text: string): DeliveryBody => ({
  title,
  text: `${SIGNATURE}${text}`,
  building: facts.building,
  place: facts.place,
  time: moment(facts),
})

/** @param link empty: none */
export function textWithLink(text: string, link: string): string {
  const bare = text.replace(/[：。\s]+$/, '')
  if (link !== '') return `${bare}：`
  return /[：\s]$/.test(text) ? `${bare}。` : text
}

export const bareText = ({ text }: Pick<DeliveryBody, 'text'>): string => text.replace(SIGNATURE, '')

export const selfTestWords = (facts: AlarmFacts): DeliveryBody =>
  bodyOf(facts, '平台自检', `平台自检${hour(facts.occurredAt)}：火警通知正常，无需处理。`)

export function callWords(facts: AlarmFacts, seconds: number): DeliveryBody {
  const again = seconds >= 120 ? `${Math.round(seconds / 60)}分钟` : `${seconds}秒`
  return seconds === 0
    ? bodyOf(facts, `火警：${facts.building}`, `火警：${where(facts)}，${moment(facts)}报警。请到场核实：`)
    : bodyOf(facts, `火警 ${again}无人响应`, `火警${again}无人响应：${where(facts)}。请到场核实：`)
}

export function organWords(facts: AlarmFacts, seconds: number, isFirst = false): DeliveryBody {
  const why = isFirst ? '单位无值班联系人，请立即跟进。' : `单位${Math.round(seconds / 60)}分钟未确认，请跟进。`
  return bodyOf(facts, `火警：${facts.building}`, `火警：${where(facts)}，${why}`)
}

export const unreachedWords = (facts: AlarmFacts): DeliveryBody =>
  bodyOf(facts, '火警无人可通知', `火警无人可通知：${where(facts)}，${moment(facts)}报警，各级均无值班联系人。`)

export const unjudgedWords = (facts: AlarmFacts): DeliveryBody =>
  bodyOf(facts, '火警仍未确认', `火警响应后仍未确认：${where(facts)}。请确认：`)

export function verdictWords(facts: AlarmFacts): DeliveryBody {
  const { verdict, judgedAt, judgedBy, note } = facts
  if (verdict === null) return bodyOf(facts, '火警确认已撤销', `火警确认已撤销：${where(facts)}，请继续核实：`)
  const at = hour(judgedAt ?? facts.occurredAt)
  if (verdict === 2)
    return bodyOf(
      facts,
      `真实火警：${facts.building}`,
      `真实火警：${where(facts)}，${at}由${judgedBy}确认。请核实是否已报119，启动预案，组织疏散`,
    )
  const label = fireHandling.label(verdict)
  const why = note === '' ? '' : `，原因：${cut(note, 20)}`
  return bodyOf(
    facts,
    `${label}：${facts.building}`,
    `已确认${label}：${where(facts)}，${at}${why}，确认人：${judgedBy}。无需到场`,
  )
}

export const endWords = (facts: AlarmFacts): DeliveryBody =>
  bodyOf(facts, `火警已结束：${facts.building}`, `火警已结束：${where(facts)}，火已扑灭`)

export const voiceWords = (facts: AlarmFacts): string =>
  `这里是消防物联网平台，现在通报火警。${facts.building}，${facts.place}，${facts.device}，${moment(facts)}报警。请立即到场核实。`

export const digestWords = (facts: AlarmFacts, alarms: number): DeliveryBody =>
  bodyOf(
    facts,
    '补报火警',
    alarms > 1
      ? `${cut(facts.building, BUILDING_LENGTH)}等${alarms}栋建筑补报断线期间火警。请登录平台核实`
      : `${cut(facts.building, BUILDING_LENGTH)}补报断线期间火警${facts.events}条，最早${toWireTime(facts.occurredAt).slice(5, 16)}。请登录平台核实`,
  )

export const renewedWords = (body: DeliveryBody): DeliveryBody => ({
  ...body,
  text: `${SIGNATURE}原链接已失效，火警请用新链接处置：${cut(body.building, BUILDING_LENGTH)} `,
})

/** @param buildings names */
export const checkWords = (organ: string, buildings: readonly string[], dueAt: Date): DeliveryBody => {
  const of = `${cut(buildings[0] ?? '', BUILDING_LENGTH)}${buildings.length > 1 ? `等${buildings.length}栋建筑` : ''}`
  const text = `查岗：${organ}询问${of}是否有人在岗，请在${hour(dueAt)}前应答：`
  return { title: `查岗：${of}`, text: `${SIGNATURE}${text}`, building: of, place: '', time: hour(dueAt) }
}

export const severalWords = (body: DeliveryBody, buildings: number): string =>
  `${SIGNATURE}火警：${cut(body.building, BUILDING_LENGTH)}等${buildings}栋建筑报警。请到场核实：`
