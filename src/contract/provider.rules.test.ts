import { expect, test } from 'vitest'
import { joinReasons, PROVIDER_RULES } from './provider.rules.ts'

test.each([
  [['营业执照已过期'], '1.营业执照已过期。'],
  [['甲', '乙', '丙'], '1.甲；2.乙；3.丙。'],
  [[' 甲。', '乙；'], '1.甲；2.乙。'],
  [['甲', '  '], '1.甲。'],
  [['甲，乙。。', ' 丙；丁， '], '1.甲，乙；2.丙；丁。'],
  [[], ''],
])('the reasons %j are formatted as %s', (reasons, said) => {
  expect(joinReasons(reasons)).toBe(said)
})

test.each([
  [{ status: 2, accessStatus: 0, mustNumPre: 0 }, ['audit']],
  [{ status: 3, accessStatus: 0, mustNumPre: 0 }, ['reason']],
  [{ status: 1, accessStatus: 2, mustNumPre: 99 }, ['testReport', 'suspend', 'keys']],
  [{ status: 1, accessStatus: 1, mustNumPre: 100 }, ['testReport', 'suspend', 'keys', 'notice']],
  [{ status: 1, accessStatus: 0, mustNumPre: 0, suspendTime: '2026-03-21 10:00:00' }, ['resume', 'keys']],
  [
    { status: 1, accessStatus: 1, mustNumPre: 100, suspendTime: '2026-03-21 10:00:00' },
    ['testReport', 'resume', 'keys'],
  ],
  [{ status: 0, accessStatus: null, mustNumPre: 0 }, []],
])('a provider in the state %j offers %j', (state, offered) => {
  const found = Object.entries(PROVIDER_RULES).filter(([, rule]) => rule.when(state))
  expect(found.map(([name]) => name)).toEqual(offered)
})

test('each action has a message for its rejection', () => {
  expect(Object.values(PROVIDER_RULES).map(({ otherwise }) => otherwise)).toEqual([
    '该服务商不在待审核状态',
    '该服务商没有被驳回',
    '该服务商尚未开始对接，没有测试报告',
    '只有已通过审核、未暂停的服务商可以暂停',
    '该服务商没有被暂停',
    '该服务商尚未通过审核，没有密钥',
    '已通过审核、未暂停且必接项全部对接的服务商，才能出具对接告知书',
  ])
})
