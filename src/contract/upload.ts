import * as v from 'valibot'
import { group } from './endpoint.ts'
import { text } from './fields.ts'
import { UPLOAD_BYTES } from './upload.rules.ts'

/** A reference: it serves no content by itself. */
export const uploadUrl = v.pipe(text(200), v.regex(/^\/file\/[\w-]{43}$/, '附件已失效，请重新上传'))

export const upload = group('upload', {
  store: {
    method: 'POST',
    path: '/file/upload',
    encoding: 'multipart',
    access: 'session',
    effect: true,
    queue: 'queue',
    timeoutMs: 120_000,
    /** Room for multipart headers. */
    maxBytes: UPLOAD_BYTES + 64 * 1024,
    input: v.object({ file: v.file('请选择文件') }),
    output: v.string(),
    errors: [413],
    summary: '上传照片或 PDF，类型按文件内容判断：`data` 为其地址，供申报引用。',
  },
  open: {
    method: 'GET',
    path: '/field/v1/upload/open',
    encoding: 'query',
    access: 'session',
    effect: false,
    exports: true,
    input: v.object({ url: uploadUrl }),
    output: v.string(),
    errors: [404],
    summary: '有权查看的附件：`data` 为下载地址，60 秒内可用一次。',
  },
})
