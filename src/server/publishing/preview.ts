import { Readable } from 'node:stream'
import type { ParsedOf } from '#contract/endpoint.ts'
import { isDocument } from '#contract/publishing.rules.ts'
import type { Preview, publishing } from '#contract/publishing.ts'
import { toWireTime } from '#contract/time.ts'
import type { Session } from '../auth/session.ts'
import { wordsOf } from '../content/html-blocks.ts'
import { issueDownload } from '../document/issue-download.ts'
import { needTurn } from '../document/need-turn.ts'
import { composePdf } from '../document/pdf/compose-pdf.ts'
import type { Context } from '../implement.ts'
import { countAddressed } from '../message/audience.ts'
import { informationText } from '../portal/information-document.ts'
import { needNamed, writtenOf } from './save-publication.ts'

/** What the public would see, by the code that would show it to them. */
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
  await needTurn(ctx)
  const file = await composePdf(informationText(item, ctx.deps.settings.site.footer[0]?.text ?? ''))
  return issueDownload(ctx, {
    fileName: `预览-${item.title}.pdf`,
    contentType: 'application/pdf',
    content: Readable.from([file], { objectMode: false }),
    disposition: 'inline',
  })
}
