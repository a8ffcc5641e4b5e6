import { problemKind } from '#contract/dict/problem-kind.ts'
import type { Tone } from '#app/ui/tone.ts'
import { shortDescription } from '#app/parts/problem/problem-words.ts'

const TONES: Readonly<Record<string, Tone>> = {
  设施问题: 'attention',
  已恢复: 'ok',
  待审批: 'working',
  审批已通过: 'ok',
  审批未通过: 'danger',
  解绑服务商: 'unknown',
}

interface ReadTitle {
  readonly word: string
  readonly tone?: Tone
  readonly building?: string
  readonly text: string
}

function kindOf(word: string, text: string): Pick<ReadTitle, 'word' | 'tone'> | undefined {
  const tone = TONES[word]
  if (word !== '设施问题') return tone && { word, tone }
  if (/火警|火灾报警/.test(text)) return { word: problemKind.label('fire'), tone: 'fire' }
  return { word, tone: problemKind.tone(text.includes('离线') ? 'offline' : 'fault') }
}

const REPORT = /^([^（]+)（([^）]+)）$/

/** '1层喷淋末端压力01：压力过低（0.03 MPa）' */
const STATED = /^(.+)：([^：（]{2,4})(（.+）)?$/

export function readTitle(title: string): ReadTitle {
  const [, prefix = '', rest = ''] = /^【(.+?)】(.+)$/.exec(title) ?? []
  const kind = kindOf(prefix, rest)
  if (!kind) {
    const isReport = /[周月]报|简报/.test(title)
    const [, building, period] = (isReport && REPORT.exec(title)) || []
    if (building && period) return { word: '报告', building, text: period }
    return { word: isReport ? '报告' : '通知', text: title }
  }
  const at = rest.indexOf('：')
  if (at < 1) return { ...kind, text: rest }
  const building = rest.slice(0, at)
  const text = shortDescription(rest.slice(at + 1))
  const [, device, state, value = ''] = (prefix === '设施问题' && STATED.exec(text)) || []
  if (device && state && kind.tone !== 'fire') return { ...kind, word: state, building, text: device + value }
  return { ...kind, building, text: prefix === '已恢复' ? `${text}已结束` : text }
}
