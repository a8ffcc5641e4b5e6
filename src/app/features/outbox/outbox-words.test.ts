import { describe, expect, it } from 'vitest'
import { UNSURE } from '#app/offline/outbox/unsent-write.ts'
import { outboxSentence, reasonOf, retriedWithAll } from './outbox-words.ts'

type Write = Parameters<typeof reasonOf>[0]
const write = (some: Partial<Write>): Write => ({ seq: 1, thing: 'point:1', state: 'waiting', nextAt: 0, ...some })
const refused = write({ state: 'refused', reason: '楼层不行' })

describe('the list of unsent work', () => {
  it('does not show one rejected item as being sent', () => {
    expect(outboxSentence([refused], 'online')).toBe('1 项尚未提交，均已保存在本机。1 项提交失败，请修改、重试或放弃。')
  })

  it('shows the reason for waiting of each part', () => {
    const behind = write({ seq: 2 })
    const other = write({ seq: 3, thing: 'point:2' })
    expect(outboxSentence([refused, behind, other], 'online')).toBe(
      '3 项尚未提交，均已保存在本机。1 项正在按顺序提交。1 项提交失败，请修改、重试或放弃。1 项待前一项处理后提交。',
    )
    expect(outboxSentence([refused, behind, other], 'silent')).toContain('1 项恢复连接后自动提交。')
    expect(outboxSentence([write({ nextAt: 5 })], 'online')).toContain('1 项稍后自动重试。')
    expect(outboxSentence([write({ nextAt: 5 }), other], 'online')).toContain('2 项正在按顺序提交。')
  })

  it('retries with all others only what was refused, may be repeated and was not received', () => {
    const late = { ...refused, fields: { tappedTime: '超过时限' } }
    expect([refused, write({}), late, { ...refused, reason: UNSURE }].map(retriedWithAll)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  it('shows the reason of each item', () => {
    const behind = write({ seq: 2, reason: '服务器忙' })
    const before = write({ seq: 0, reason: '服务器忙' })
    const list = [before, refused, behind]
    expect(reasonOf(refused, list, 'offline')).toBe('楼层不行')
    expect(reasonOf(behind, list, 'offline')).toBe('同一对象的前一项提交失败，处理后自动提交')
    expect(reasonOf(before, list, 'online')).toBe('服务器忙')
    expect(reasonOf(before, list, 'portal')).toBe('网络可能需要登录')
    expect(reasonOf(write({ seq: 3, thing: 'point:2' }), list, 'online')).toBeUndefined()
  })
})
