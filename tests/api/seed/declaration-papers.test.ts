import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { approval as calls, type ReviewRow } from '#contract/approval.ts'
import { UPLOAD_TYPES } from '#contract/upload.rules.ts'
import { upload as uploads } from '#contract/upload.ts'
import { storeDeclarationPapers } from '#demo/seed/declaration-papers.ts'
import { inspectUpload } from '#server/platform/files/inspect-upload.ts'
import { upload } from '#server/schema/upload.table.ts'
import { openApi } from '../../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

test(
  'one pending and one decided declaration of the demo city have documents, which their readers open',
  city.undone(async (t) => {
    await storeDeclarationPapers(t.db, t.deps.files)
    for (const { fileKey, size, contentType } of await t.db.select().from(upload)) {
      const found = await inspectUpload(new Uint8Array(await buffer((await t.deps.files.open(fileKey))!.stream)))
      expect([size > 0, 'type' in found && UPLOAD_TYPES[found.type]]).toEqual([true, contentType])
    }
    const token = await t.signIn('zhidui')
    for (const approveStatus of ['0', '1,2'] as const) {
      const { body } = await t.call(calls.list, { approveStatus, pageSize: 100 }, token)
      const { list } = body.data as { list: ReviewRow[] }
      const papers = list.flatMap(({ approveAccessAttachmentList }) => approveAccessAttachmentList ?? [])
      expect(papers.map(({ name }) => name)).toEqual(['消防水泵房压力表.png', '情况说明.pdf'])
      for (const { url } of papers) {
        const opened = await t.call(uploads.open, { url }, token)
        expect((await t.api.request(opened.body.data as string)).status).toBe(200)
      }
    }
    await t.signIn('unit33')
  }),
)
