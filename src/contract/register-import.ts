import * as v from 'valibot'
import { group, type OutputOf } from './endpoint.ts'
import { maybeText } from './fields.ts'

export const REGISTERS = ['units', 'buildings'] as const
export type RegisterKind = (typeof REGISTERS)[number]

export const REGISTER_ROWS = 20_000
export const REGISTER_BYTES = 16 * 1024 * 1024
/** The error sheet holds all of them. */
export const SHOWN_WRONG_ROWS = 200

const kind = v.picklist(REGISTERS, '没有这类表格')

export const registerImport = group('registerImport', {
  template: {
    method: 'GET',
    path: '/field/v1/import/template',
    encoding: 'query',
    access: 'gov2',
    effect: false,
    exports: true,
    input: v.object({ kind }),
    output: v.string(),
    summary: '单位（units）或建筑（buildings）的导入模板，含一行示例和各列允许的取值：`data` 为下载地址，可用一次。',
  },
  run: {
    method: 'POST',
    path: '/field/v1/import',
    encoding: 'multipart',
    access: 'gov2',
    effect: true,
    timeoutMs: 180_000,
    maxBytes: REGISTER_BYTES + 64 * 1024,
    input: v.object({
      kind,
      file: v.blob('请选择要导入的文件'),
      mode: v.picklist(['check', 'errors', 'import'], '请选择检查或导入'),
    }),
    output: v.object({
      addedNum: v.number(),
      updatedNum: v.number(),
      sameNum: v.number(),
      wrongNum: v.number(),
      /** One for each wrong cell. */
      wrong: v.array(
        v.object({ row: v.number(), name: v.string(), column: maybeText, value: maybeText, reason: v.string() }),
      ),
      /** Columns that are not imported. */
      unknown: v.array(v.string()),
      /** Only for `errors`. */
      errorSheet: maybeText,
    }),
    errors: [409, 413],
    summary:
      '检查（check，不作改动）或导入（import，只导入无误的行）单位或建筑的表格；errors 只检查，并返回有误的行。单位按统一社会信用代码、建筑按建筑编号或街道加名称更新；wrong 逐格说明错在哪里，errorSheet 为有误的行加上原因的表格的下载地址，60 秒内可用一次。',
  },
})

export type ImportResult = OutputOf<typeof registerImport.run>
