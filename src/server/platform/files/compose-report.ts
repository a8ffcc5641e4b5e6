import { buffer } from 'node:stream/consumers'
import { drawFurniture, INK, MARGIN, openDocument, type Options, RULE, SOFT, write } from './compose-pdf.ts'
import { setInFaces, type Weight } from './typeface.ts'

export interface ReportText {
  readonly title: string
  readonly facts: readonly string[]
  readonly sections: readonly ReportSection[]
  readonly note: string
  readonly source: string
  readonly date: Date
}

export interface ReportSection {
  readonly heading: string
  readonly rows?: readonly (readonly [name: string, value: string])[]
  readonly lines?: readonly string[]
  readonly none?: string
}

const NAME_WIDTH = 120

/** The same text gives the same bytes. */
export async function composeReport(report: ReportText): Promise<Buffer> {
  const { title, facts, sections, note, source } = report
  const doc = await openDocument(report)
  const file = buffer(doc)
  const root = doc.struct('Document')
  doc.addStructure(root)
  const say = async (line: string, weight: Weight, options: Options) => {
    doc.x = MARGIN
    write(doc, await setInFaces(line, weight), { structParent: root, ...options })
  }
  const sayRow = async (name: string, value: string) => {
    const width = doc.page.width - 2 * MARGIN
    const needed = doc.fontSize(11).heightOfString(value, { width: width - NAME_WIDTH }) + 14
    if (doc.y + needed > doc.page.height - MARGIN) doc.addPage()
    const top = doc.y
    doc.fillColor(SOFT)
    doc.x = MARGIN
    write(doc, await setInFaces(name, 400), { structParent: root, structType: 'P', width: NAME_WIDTH })
    doc.fillColor(INK)
    doc.x = MARGIN + NAME_WIDTH
    doc.y = top
    write(doc, await setInFaces(value, 400), { structParent: root, structType: 'P', width: width - NAME_WIDTH })
    doc.y += 5
  }

  doc.y += 12
  doc.fontSize(20).fillColor(INK)
  await say(title, 700, { structType: 'H1', lineGap: 6 })
  doc.fontSize(10.5).fillColor(SOFT)
  doc.y += 8
  for (const fact of facts) await say(fact, 400, { structType: 'P', lineGap: 3 })
  for (const { heading, rows = [], lines = [], none } of sections) {
    if (doc.y > doc.page.height - MARGIN - 80) doc.addPage()
    doc.y += 16
    doc.markContent('Artifact', { type: 'Layout' })
    doc
      .rect(MARGIN, doc.y + 3, 3, 13)
      .fillColor(RULE)
      .fill()
    doc.endMarkedContent()
    doc.fontSize(13).fillColor(INK)
    doc.x = MARGIN + 10
    write(doc, await setInFaces(heading, 700), { structParent: root, structType: 'H2' })
    doc.y += 8
    for (const [name, value] of rows) await sayRow(name, value)
    doc.fontSize(11).fillColor(INK)
    for (const [at, line] of lines.entries())
      await say(`${at + 1}. ${line}`, 400, { structType: 'P', lineGap: 4, paragraphGap: 4 })
    if (rows.length + lines.length === 0 && none) await say(none, 400, { structType: 'P' })
  }
  doc.y += 18
  doc.fontSize(9).fillColor(SOFT)
  await say(note, 400, { structType: 'P', lineGap: 3 })
  await drawFurniture(doc, source)
  root.end()
  doc.end()
  return file
}
