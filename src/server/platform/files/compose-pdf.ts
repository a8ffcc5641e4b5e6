import { buffer } from 'node:stream/consumers'
import { type Run, setInFaces, type Weight } from './typeface.ts'

export interface Heading {
  readonly heading: string
}

export interface Weighted {
  readonly runs: readonly { readonly text: string; readonly bold: boolean }[]
}

export interface Pictures {
  readonly pictures: readonly { readonly alt: string; readonly pngBase64: string }[]
}

export interface DocumentText {
  readonly title: string
  readonly facts: readonly string[]
  readonly paragraphs: readonly (string | Heading | Weighted | Pictures)[]
  readonly source: string
  readonly date: Date
}

export const MARGIN = 72
export const INK = '#13202e'
export const SOFT = '#4a5b6d'
export const RULE = '#ce2029'

export type Options = PDFKit.Mixins.TextOptions

export async function openDocument({ title, source, date }: Pick<DocumentText, 'title' | 'source' | 'date'>) {
  const { default: Pdf } = await import('pdfkit')
  return new Pdf({
    size: 'A4',
    margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'zh-CN',
    displayTitle: true,
    info: { Title: title, Author: source, CreationDate: date, ModDate: date },
  })
}

/** pdfkit registers each font once per name. */
export function write(doc: PDFKit.PDFDocument, runs: readonly Run[], options: Options): void {
  runs.forEach(({ face, text }, at) => {
    doc.registerFont(face.name, face.ttf).font(face.name)
    doc.text(text, { ...options, continued: at < runs.length - 1 })
  })
}

export async function drawFurniture(doc: PDFKit.PDFDocument, source: string): Promise<void> {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    // Outside the margins pdfkit begins a new page.
    doc.page.margins = { top: 0, bottom: 0, left: MARGIN, right: MARGIN }
    doc.markContent('Artifact', { type: 'Pagination' })
    doc.fontSize(9).fillColor(SOFT)
    doc.x = MARGIN
    doc.y = 36
    write(doc, await setInFaces(source, 400), {})
    doc.x = MARGIN
    doc.y = doc.page.height - 48
    write(doc, await setInFaces(`第 ${page - start + 1} 页，共 ${count} 页`, 400), { align: 'center' })
    doc.endMarkedContent()
  }
}

const PICTURE_GAP = 16
const MOST_HEIGHT = 320

function drawPictures(doc: PDFKit.PDFDocument, root: PDFKit.PDFStructureElement, { pictures }: Pictures): void {
  const images = pictures.map(({ alt, pngBase64 }) => {
    const bytes = Buffer.from(pngBase64, 'base64')
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
    return { alt, bytes, ratio: width / height }
  })
  const room = doc.page.width - 2 * MARGIN - PICTURE_GAP * (images.length - 1)
  const height = Math.min(MOST_HEIGHT, room / images.reduce((sum, { ratio }) => sum + ratio, 0))
  if (doc.y + height > doc.page.height - MARGIN) doc.addPage()
  const top = doc.y + 4
  let left = MARGIN
  for (const { alt, bytes, ratio } of images) {
    const draw = () => {
      doc.image(bytes, left, top, { width: height * ratio, height })
      doc
        .rect(left, top, height * ratio, height)
        .lineWidth(0.5)
        .strokeColor(SOFT)
        .stroke()
    }
    root.add(doc.struct('Figure', { alt }, draw))
    left += height * ratio + PICTURE_GAP
  }
  doc.x = MARGIN
  doc.y = top + height + 12
}

/** The same text gives the same bytes. */
export async function composePdf(text: DocumentText): Promise<Buffer> {
  const { title, facts, paragraphs, source } = text
  const doc = await openDocument(text)
  const file = buffer(doc)
  const root = doc.struct('Document')
  doc.addStructure(root)
  const say = async (line: string, weight: Weight, options: Options) =>
    write(doc, await setInFaces(line, weight), { structParent: root, ...options })

  doc.y += 12
  doc.fontSize(20).fillColor(INK)
  await say(title, 700, { structType: 'H1', lineGap: 6 })
  doc.fontSize(10.5).fillColor(SOFT)
  doc.y += 8
  for (const fact of facts) await say(fact, 400, { structType: 'P', lineGap: 3 })
  doc.y += 10
  doc.markContent('Artifact', { type: 'Layout' })
  doc
    .moveTo(MARGIN, doc.y)
    .lineTo(MARGIN + 48, doc.y)
    .lineWidth(2)
    .strokeColor(RULE)
    .stroke()
  doc.endMarkedContent()
  doc.y += 16
  for (const paragraph of paragraphs) {
    if (typeof paragraph === 'object' && 'heading' in paragraph) {
      if (doc.y > doc.page.height - MARGIN * 2) doc.addPage()
      doc.y += 8
      doc.fontSize(14).fillColor(INK)
      await say(paragraph.heading, 700, { structType: 'H2', lineGap: 6, paragraphGap: 2 })
      continue
    }
    if (typeof paragraph === 'object' && 'pictures' in paragraph) {
      drawPictures(doc, root, paragraph)
      continue
    }
    doc.fontSize(12).fillColor(INK)
    const runs = typeof paragraph === 'string' ? [{ text: paragraph, bold: false }] : paragraph.runs
    const faces = await Promise.all(runs.map(({ text, bold }) => setInFaces(text, bold ? 700 : 400)))
    write(doc, faces.flat(), { structParent: root, structType: 'P', indent: 24, lineGap: 7, paragraphGap: 6 })
  }
  await drawFurniture(doc, source)
  root.end()
  doc.end()
  return file
}
