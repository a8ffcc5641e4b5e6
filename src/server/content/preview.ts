import { Readable } from 'node:stream'
import type { ParsedOf } from '#contract/endpoint.ts'
import { isDocument } from '#contract/publishing.rules.ts'
import type { Preview, publishing } from '#contract/publishing.ts'
import { toWireTime } from '#contract/time.ts'
import type { Session } from '../platform/session.ts'
import { wordsOf } from '../platform/html-blocks.ts'
import { issueDownload } from '../platform/issue-download.ts'
import { limitExports } from '../platform/limit-exports.ts'
import { composePdf } from '../platform/files/compose-pdf.ts'
import type { Context } from '../platform/implement.ts'
import { countAddressed } from '../identity/audience.ts'
import { informationText } from './information-document.ts'
import { needNamed, writtenOf } from './save-publication.ts'

export async function preview(input: ParsedOf<typeof publishing.preview>, ctx: Context<Session>): Promise<Preview> {
  const { kind } = input
  const { title, bodyHtml, audience, url } = writtenOf(input)
  await needNamed(ctx.db, input)
  return {
    title,
    bodyHtml,
    bodyText: wordsOf(bodyHtml),
    time: toWireTime(ctx.now),
    url: isDocument(kind) ? await documentOf(ctx, { type: kind, title, body: bodyHtml, modifiedAt: ctx.now }) : url,
    receiverNum: audience && (await countAddressed(ctx.db, audience)),
  }
}

async function documentOf(ctx: Context<Session>, item: Parameters<typeof informationText>[0]): Promise<string> {
  await limitExports(ctx)
  const file = await composePdf(informationText(item, ctx.deps.settings.site.issuer))
  return issueDownload(ctx, {
    fileName: `预览-${item.title}.pdf`,
    contentType: 'application/pdf',
    content: Readable.from([file], { objectMode: false }),
    disposition: 'inline',
  })
}
