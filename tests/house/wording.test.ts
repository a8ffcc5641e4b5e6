import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { repositoryRoot as root } from '../support/repository-root.ts'
import { filesUnder } from './read-modules.ts'

const SHOWN = ['src/app', 'src/sw', 'src/contract', 'src/server']
const HAN = /\p{Script=Han}/u
/** A template's expression, as a single Latin letter. */
const HOLE = 'X'

interface Text {
  readonly path: string
  readonly line: number
  readonly text: string
}

/** `path` ends with the first part; undefined: everywhere. */
type Exception = readonly [path: string | undefined, text: RegExp, why: string]

const OUTGOING: readonly (readonly [RegExp, string])[] = [
  [/消防机构|消防部门|监管人员/, '消防救援机构'],
  [/消防救援大队|区大队/, '消防救援支队'],
  [/联系管理员|联系管理单位/, '技术支持, or 辖区消防救援机构'],
  [/物业公司/, '物业单位'],
  [/用户名/, '账号'],
  [/告警|警情/, '报警, 火警'],
  [/真实火情|火情(?!的，立即拨打)/, '真实火警'],
  [/判定|改判/, '确认, 更正'],
  [/已消除|消除时间/, '已恢复'],
  [/接管|指挥概览|指挥大屏|接入总览/, '已跟进, 监测大屏, 接入概览'],
  [/非必接|必接数据/, '选接项, 必接项'],
  [/完成率/, '接入率, 对接率'],
  [/失联|失去联系/, '数据中断'],
  [/未通过项|(?<!未)通过项/, '扣分项, 达标项'],
  [/带走|未下完/, '离线下载'],
  [/缓存/, '保存在本机'],
  [/本设备|手机时间/, '本机'],
  [/无应答|应答体|应答头/, '无响应, 响应体, 响应头'],
  [/建筑年份/, '竣工年份'],
  [/建筑结构/, '结构类型'],
  [/成立时间|入驻时间/, '成立日期, 入驻日期'],
  [/单位性质|常用名称/, '所有制性质, 单位常用名'],
  [/校验位/, '校验码'],
  [/(?<!消防)安全(管理人|责任人)/, '消防安全管理人, 消防安全责任人'],
  [/(?<!安全)(管理人|责任人)(电话|身份证)/, '消防安全管理人电话'],
  [/已?未通电|已通电/, '断电, 供电正常'],
  [/[这另一两几]座|\dX? ?座/, '栋'],
  [/建筑报告|概况报告/, '接入报告'],
  [/来源地址|网络地址/, 'IP 地址'],
  [/授权密钥/, '授权信息'],
  [/服务商站点/, '服务商平台'],
  [/撤下/, '撤回'],
  [/其它/, '其他'],
  [/(?<!无)需(专人|修改)/, '须'],
  [/点按|(?<![一两几个测热各])点“/, '点击'],
  [/试试/, '请更换…, 请减少…'],
  [/没有这[个家]|没找到|没能|还没有(?!账号？)/, 'X不存在, 暂无X'],
  [/操作失败/, 'what failed, and what to do'],
  [/数值超出范围|[容码接]过长/, 'the limits'],
  [/^.{0,6}有误$/, 'what would be right'],
  [/^(确定|确认).*？/, '是否…？'],
  [/贵(单位|公司)|亲，|小贴士/, '你单位'],
  [/一刻钟|一字不差|不必理会/, 'plain words'],
]

const EXCEPTIONS: readonly Exception[] = [
  [undefined, /^请输入用户名$/, 'document 1, section 5'],
  ['src/server/admin.ts', /DATABASE_URL 中的用户名/, 'the user of a database'],
  [undefined, /^后台：接管文件存储$/, 'a store of files'],
  ['import-columns.ts', /^(成立时间|建筑年份|管理人|责任人)/, 'headings of older templates'],
]

const NOT_OURS =
  /您的账号已在其他设备登录!|^两次输入密码不一致!$|^请输入正确的手机号!$|请稍后再试！$|^密码(长度8-16位|中必须包含)|^<!doctype|设备编号,点位编号/

const STYLE: readonly (readonly [name: string, wrong: RegExp])[] = [
  ['a half-width mark between Chinese characters', /\p{Script=Han}[,;:?!()]\s?\p{Script=Han}/u],
  ['a space between Chinese and a full-width mark', /\p{Script=Han} [，。；：、？”]|[，。；：、“] \p{Script=Han}/u],
  ['an exclamation mark', /[！!]/],
  ['an ellipsis on progress', /^正在.*…$|中…$/],
  ['a space before % or ℃', /\d [%℃]/],
  ['a tilde for a range', /\d[~～]\d/],
  ['a full stop on a single sentence of a toast', /^(已|操作)[^，。]{1,14}。$/],
]

/** 您 names one of two people, or is spoken to the person at a telephone or a link. */
const POLITE = [
  'src/app/features/auth/token-entry.tsx',
  'src/app/features/provider-list/renew-keys-dialog.tsx',
  'src/app/features/search/search-dialog.tsx',
  'src/app/features/building-detail/tenant-screen.tsx',
  'src/app/parts/alarm/alarm-actions.tsx',
  'src/app/parts/alarm/alarm-view.tsx',
  'src/app/parts/alarm/judged-alarm.tsx',
  'src/app/parts/edit-conflict.tsx',
  'src/app/parts/missing-building.tsx',
  'src/app/parts/problem/problem-view.tsx',
  'src/app/ui/error-screen.tsx',
  'src/server/content/user-manual.ts',
  'src/server/evaluation/act-on-alarms.ts',
  'src/server/devices/point.api.ts',
  'src/server/content/need-item.ts',
  'src/contract/errors.ts',
  'src/sw/sw.ts',
]

/** On screens a space separates Chinese and figures; notices, SMS, push, voice and templates of forms have none. */
const UNSPACED =
  /content\/(alarm-words|ask-checks|run-duty-checks|duty-check|device-bind|queue)|registry\/(access-notice|audit-provider|suspend-provider|bind-by-key|declaration-template|docking-)|operations\/(run-self-test|reference-words|import-columns)|identity\/login-phone|reference\/|src\/sw\/|contract\/(dict|unit-words)/
const SPACE = /(?<![第0-9A-Za-z.])\d+(?=(个|条|栋|家|台|次|位|天|小时|分钟|秒|项|字|行|元)[^级号]?)/u
const CLOSE = /(?<=[最少多近超过内])\d+(?=\p{Script=Han})/u

function textsOf(path: string): Text[] {
  const source = ts.createSourceFile(
    path,
    readFileSync(join(root, path), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : undefined,
  )
  const found: Text[] = []
  const add = (node: ts.Node, text: string) => {
    if (!HAN.test(text)) return
    found.push({ path, line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1, text })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) add(node, node.text)
    else if (ts.isJsxText(node)) add(node, node.text.trim().replace(/\s*\n\s*/g, ' '))
    else if (ts.isTemplateExpression(node))
      add(node, node.head.text + node.templateSpans.map(({ literal }) => HOLE + literal.text).join(''))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const texts = filesUnder(root, ...SHOWN)
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.gen\.ts$|\/migrations\//.test(path))
  .flatMap(textsOf)

const placeOf = ({ path, line, text }: Text, why: string) => `${path}:${line} ${why}: ${text.slice(0, 120)}`

const isException = ({ path, text }: Text) =>
  EXCEPTIONS.some(([end, pattern]) => (end === undefined || path.endsWith(end)) && pattern.test(text))

test('visible texts use the words of the glossary', () => {
  expect(texts.length).toBeGreaterThan(4000)
  const old = texts.flatMap((one) =>
    isException(one)
      ? []
      : OUTGOING.flatMap(([pattern, word]) => {
          const [found] = pattern.exec(one.text) ?? []
          return found === undefined ? [] : [placeOf(one, `${found} → ${word}`)]
        }),
  )
  expect(old).toEqual([])
})

test('each exception is still needed', () => {
  const unused = EXCEPTIONS.filter(
    ([end, pattern]) =>
      !texts.some(({ path, text }) => (end === undefined || path.endsWith(end)) && pattern.test(text)),
  )
  expect(unused.map(([, pattern]) => pattern.source)).toEqual([])
  expect(POLITE.filter((file) => !texts.some(({ path, text }) => path === file && text.includes('您')))).toEqual([])
})

test('visible texts follow the rules of style', () => {
  const wrong = texts.flatMap((one) =>
    NOT_OURS.test(one.text)
      ? []
      : STYLE.flatMap(([name, pattern]) => (pattern.test(one.text) ? [placeOf(one, name)] : [])),
  )
  expect(wrong).toEqual([])
})

test('您 is written only where two people could be meant', () => {
  const polite = texts.filter(({ path, text }) => text.includes('您') && !POLITE.includes(path))
  expect(polite.map((one) => placeOf(one, '您'))).toEqual([])
})

test('a moment on screens is not cut out of its wire form, except on the axis of a curve', () => {
  const cut = /\.slice\(5, 16\)/
  const found = filesUnder(root, 'src/app').filter((path) => cut.test(readFileSync(join(root, path), 'utf8')))
  expect(found).toEqual([
    'src/app/parts/evidence-curve.tsx',
    'src/app/parts/problem/problem-curve.tsx',
    'src/app/ui/curve-options.ts',
  ])
})

test('a space separates Chinese and figures on screens', () => {
  const close = texts.filter(
    ({ path, text }) => !UNSPACED.test(path) && !NOT_OURS.test(text) && (SPACE.test(text) || CLOSE.test(text)),
  )
  expect(close.map((one) => placeOf(one, 'no space'))).toEqual([])
})
