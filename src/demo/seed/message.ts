import { toWireTime } from '#contract/time.ts'
import type { message, messageReceiver } from '#server/schema/message.table.ts'
import { type CityClock, HOUR } from './city-clock.ts'
import { rngFor } from './random.ts'

interface Problem {
  readonly buildingId: number
  readonly buildingName: string
  readonly itemDesc: string
  readonly advice?: string | null | undefined
  readonly happenedAt: Date
  readonly solvedAt?: Date | null | undefined
}

export interface Recipient {
  readonly accountId: number
  readonly role: 'unit' | 'property' | 'government' | 'provider'
  readonly name: string
  readonly reviews: boolean
  readonly problems: readonly Problem[]
}

interface Letter {
  readonly title: string
  readonly html: string
  readonly at: Date
}

const p = (text: string) => `<p>${text}</p>`

function ofProblem({ buildingId, buildingName, itemDesc, advice, happenedAt, solvedAt }: Problem): Letter {
  return {
    title: `${solvedAt ? '【已恢复】' : '【设施问题】'}${buildingName}：${itemDesc}`,
    html: [
      p(`<strong>${buildingName}</strong>`),
      p(`问题：${itemDesc}`),
      p(`发生时间：${toWireTime(happenedAt)}${solvedAt ? `，恢复时间：${toWireTime(solvedAt)}` : ''}`),
      advice && !solvedAt ? p(`处理建议：${advice}`) : '',
      p(`<a href="/buildDetail/${buildingId}/1/todoInfo">查看建筑的问题</a>`),
    ].join(''),
    at: solvedAt ?? happenedAt,
  }
}

function weekly(clock: CityClock, week: number): Letter {
  const [from, to] = [clock.day(7 * week + 7), clock.day(7 * week + 1)]
  return {
    title: `消防物联网运行周报（${from} 至 ${to}）`,
    html:
      p('本周你单位所属建筑的接入与运行情况已汇总，可在首页查看评分趋势和问题统计。') +
      '<h3>请关注</h3><ul><li>离线超过24小时的点位应在两个工作日内恢复；</li>' +
      '<li>消防泵控制柜应保持自动状态，检修须专人值守；</li><li>火警应在30分钟内核实并登记确认结果。</li></ul>' +
      '<table><thead><tr><th>评分区间</th><th>含义</th></tr></thead><tbody><tr><td>80分及以上</td><td>良好</td></tr>' +
      '<tr><td>60至79分</td><td>需关注</td></tr><tr><td>60分以下</td><td>高风险</td></tr></tbody></table>',
    at: clock.at(7 * week, '08:30'),
  }
}

const maintenance = (clock: CityClock): Letter => ({
  title: '系统维护通知',
  html: p('平台将于本周六凌晨进行例行维护，期间数据照常接收，页面可能短暂无法访问。'),
  at: clock.at(5, '17:00'),
})

const training = (clock: CityClock): Letter => ({
  title: '关于开展消防物联网平台操作培训的通知：面向社会单位消防安全管理人、物业单位值班人员及维保人员（线上线下同步）',
  html:
    p('为帮助各单位用好平台，拟开展操作培训，内容如下：') +
    '<ol><li>账号领取、密码修改与单位信息完善；</li><li>建筑绑定、服务商对接与接入状态查看；</li>' +
    '<li>问题处理、处理结果登记与评分规则说明；</li><li>离线与弱网环境下的使用。</li></ol>' +
    p('培训约两小时，设答疑环节。').repeat(2) +
    p(
      '请各单位安排<strong>消防安全管理人</strong>和<strong>消防控制室值班人员</strong>参加，并提前在手机上安装本应用。',
    ),
  at: clock.at(16, '14:20'),
})

const welcome = (name: string, at: Date): Letter => ({
  title: '欢迎使用消防物联网数据对接平台',
  html: p(`${name}：`) + p('首次登录请先修改初始密码，并完善单位信息。'),
  at,
})

const review = (clock: CityClock): Letter => ({
  title: '有1家服务商提交资质，等待审核',
  html: p('上海溪影电子工程有限公司已提交企业资质，请审核。') + p('<a href="/companyList">前往服务商管理</a>'),
  at: clock.at(4, '10:42'),
})

const briefing = (clock: CityClock): Letter => ({
  title: '本月接入情况简报',
  html: p('全市建筑接入情况已更新，可在接入概览查看各区排名及与上月的变化。'),
  at: clock.at(9, '09:00'),
})

const service = (clock: CityClock): Letter[] => [
  {
    title: '点位离线提醒',
    html: p('你单位服务的部分建筑存在离线点位，请尽快排查网络与供电。'),
    at: clock.at(1, '08:05'),
  },
]

function lettersFor({ role, name, reviews, problems }: Recipient, clock: CityClock): Letter[] {
  const general = [training(clock), maintenance(clock), welcome(name, clock.at(role === 'unit' ? 60 : 90, '11:16'))]
  if (role === 'government') return [...(reviews ? [review(clock)] : []), briefing(clock), ...general.slice(0, 2)]
  if (role === 'provider') return [...service(clock), ...general.slice(1)]
  if (problems.length === 0) return [welcome(name, clock.before(50 * HOUR))]
  return [...problems.map(ofProblem), weekly(clock, 0), weekly(clock, 1), weekly(clock, 2), ...general]
}

interface MessageRows {
  readonly messages: (typeof message.$inferInsert)[]
  readonly receivers: (typeof messageReceiver.$inferInsert)[]
}

export function makeMessages(recipients: readonly Recipient[], clock: CityClock): MessageRows {
  const rows: MessageRows = { messages: [], receivers: [] }
  for (const recipient of recipients) {
    const rng = rngFor('messages', recipient.accountId)
    for (const { title, html, at } of lettersFor(recipient, clock)) {
      const id = rows.messages.length + 1
      const age = clock.now.getTime() - at.getTime()
      const read = age > 24 * HOUR && rng.chance(0.72)
      const readAt = read ? at.getTime() + Math.min(rng.int(10, 1200) * 60_000, age) : null
      rows.messages.push({ id, title, messageHtml: html, sentAt: at })
      rows.receivers.push({
        id,
        messageId: id,
        accountId: recipient.accountId,
        sentAt: at,
        readAt: readAt === null ? null : new Date(readAt),
        deletedAt: readAt !== null && rng.chance(0.05) ? new Date((readAt + clock.now.getTime()) / 2) : null,
      })
    }
  }
  return rows
}
