import * as v from 'valibot'
import { ROLES } from './access.ts'
import { group, type OutputOf } from './endpoint.ts'
import {
  code,
  count,
  id,
  idInput,
  maybeText,
  nothing,
  page,
  paged,
  search,
  text,
  whole,
  WRONG_INPUT,
} from './fields.ts'
import { KINDS } from './publication-kinds.ts'
import { MAX_SEQUENCE } from './publishing.rules.ts'
import { isWebAddress } from './web-address.ts'

export const TITLE_LENGTH = 100
/** UTF-16 units with markup. */
export const BODY_LENGTH = 60_000
/** Opening and closing tags: a table of 300 rows and six columns has 4,200. */
const BODY_TAGS = 6_000
export const MOST_UNITS = 200

export type PublicationKind = (typeof KINDS)[number]

const kind = code(KINDS, '栏目不存在')
const named = { kind, id: idInput }
/** Version that the change is based on, to detect a concurrent change. */
const seen = { ...named, version: whole(1, 1_000_000_000, '页面内容已过期，请刷新后重试') }

/** The roles in the districts (empty: all), or only the named units. */
const audience = v.object({
  roles: v.pipe(v.array(v.picklist(ROLES)), v.maxLength(ROLES.length)),
  counties: v.pipe(v.array(v.pipe(v.string(), v.regex(/^\d{6}$/, WRONG_INPUT))), v.maxLength(50)),
  unitIds: v.pipe(v.array(idInput), v.maxLength(MOST_UNITS, `最多指定 ${MOST_UNITS} 家单位`)),
})
export type Audience = v.InferOutput<typeof audience>

const title = v.pipe(text(TITLE_LENGTH, `最多输入 ${TITLE_LENGTH} 个字`), v.nonEmpty('请输入标题'))
const body = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(BODY_LENGTH, '正文超过篇幅限制，请精简或分几篇发布'),
    v.check((html) => html.split('<', BODY_TAGS + 2).length <= BODY_TAGS + 1, '正文格式过于复杂，请精简或分几篇发布'),
    v.check((html) => !/\p{Cc}/u.test(html.replace(/[\t\n\r]/g, '')), '含有不能识别的字符'),
  ),
  '',
)
const address = v.optional(
  v.pipe(
    text(500, '链接最多 500 个字'),
    v.check((url) => url === '' || isWebAddress(url), '请输入以 http(s):// 或 / 开头的链接'),
  ),
  '',
)

/** Draft; required fields may be missing until publication. */
export const written = {
  title,
  bodyHtml: body,
  /** For notices. */
  url: address,
  /** For notices; missing: all organs. */
  sysOrganId: v.optional(v.nullable(idInput)),
  audience: v.optional(v.nullable(audience)),
}

const row = v.object({
  id,
  kind: v.number(),
  title: v.string(),
  state: v.number(),
  version: v.number(),
  /** Above 0: pinned, highest first. For questions: their position. */
  sequence: v.number(),
  /** For a notification: receivers who have read it. */
  readNum: v.nullable(count),
  /** For notifications. */
  receiverNum: v.nullable(count),
  modifyTime: v.string(),
  authorName: maybeText,
})

const change = { method: 'POST', encoding: 'json', access: 'gov2', effect: true } as const

export const publishing = group('publishing', {
  list: {
    method: 'GET',
    path: '/field/v1/publishing/list',
    encoding: 'query',
    access: 'gov2',
    effect: false,
    cache: 'keep',
    input: v.object({
      ...page(),
      kind,
      state: v.optional(
        v.union([
          v.pipe(
            v.literal(''),
            v.transform((): undefined => undefined),
          ),
          code([0, 1, 2], '状态不存在'),
        ]),
      ),
      search,
    }),
    output: paged(row),
    summary: '某一类发布内容，已发布的与公众所见同序；state 为空即全部。',
  },
  detail: {
    method: 'GET',
    path: '/field/v1/publishing/detail',
    encoding: 'query',
    access: 'gov2',
    effect: false,
    input: v.object(named),
    output: v.object({
      ...row.entries,
      bodyHtml: v.string(),
      url: v.string(),
      sysOrganId: v.nullable(id),
      audience: v.nullable(
        v.object({
          roles: v.array(v.string()),
          counties: v.array(v.string()),
          units: v.array(v.object({ id, name: v.string() })),
        }),
      ),
    }),
    errors: [404],
    summary: '一项发布内容的全部字段，供表单使用。',
  },
  preview: {
    method: 'POST',
    path: '/field/v1/publishing/preview',
    encoding: 'json',
    access: 'gov2',
    effect: false,
    input: v.object({ kind, ...written }),
    output: v.object({
      title: v.string(),
      bodyHtml: v.string(),
      bodyText: v.string(),
      time: v.string(),
      /** One-time preview URL; empty for kinds without a document. */
      url: v.string(),
      /** Accounts a notification would reach now. */
      receiverNum: v.nullable(count),
    }),
    errors: [404, 429],
    summary: '预览公众所见的样子，与发布由同一段程序生成；不保存。',
  },
  save: {
    ...change,
    path: '/field/v1/publishing/save',
    input: v.object({ kind, id: v.optional(idInput), version: v.optional(seen.version), ...written }),
    output: v.object({ id, version: v.number() }),
    errors: [404, 409],
    success: '已保存',
    summary: '新建草稿，或修改已有内容；两人改同一项，后提交的返回 409。',
  },
  publish: {
    ...change,
    path: '/field/v1/publishing/publish',
    input: v.object(seen),
    output: v.object({ version: v.number(), receiverNum: v.nullable(count) }),
    errors: [404, 409],
    success: '已发布',
    summary: '发布草稿或已撤回的内容；消息通知在同一事务内送达全部接收对象。',
  },
  withdraw: {
    ...change,
    path: '/field/v1/publishing/withdraw',
    input: v.object(seen),
    output: v.object({ version: v.number() }),
    errors: [404, 409],
    success: '已撤回',
    summary: '撤回已发布的内容，各列表、文档和收件箱中都不再有。',
  },
  pin: {
    ...change,
    path: '/field/v1/publishing/pin',
    input: v.object({ ...seen, sequence: whole(0, MAX_SEQUENCE, `请输入 0 到 ${MAX_SEQUENCE} 的整数`) }),
    output: v.object({ version: v.number() }),
    errors: [404, 409],
    summary: '调整排序：大于 0 为置顶，越大越靠前；常见问题按次序排列，越小越靠前。',
  },
  remove: {
    ...change,
    path: '/field/v1/publishing/remove',
    input: v.object(seen),
    output: v.fallback(nothing, null),
    errors: [404, 409],
    success: '删除成功',
    summary: '删除从未发布过的草稿。',
  },
})

export type Publication = OutputOf<typeof publishing.list>['list'][number]
export type PublicationDetail = OutputOf<typeof publishing.detail>
export type Preview = OutputOf<typeof publishing.preview>
