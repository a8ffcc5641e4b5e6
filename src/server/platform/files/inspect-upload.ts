import { UPLOAD_PIXELS, UPLOAD_SIDE } from '#contract/upload.rules.ts'
import { inspectPdf, type PdfFault } from './inspect-pdf.ts'

interface Pixels {
  readonly width: number
  readonly height: number
}

export type Inspected =
  | ({ readonly type: 'jpg' | 'png' } & Pixels)
  | { readonly type: 'pdf' }
  | { readonly refusal: string }

const UNKNOWN = '只能上传 JPG、PNG 图片或 PDF 文件'
const BROKEN = '文件已损坏，请重新选择'
const FLOOD = '图片尺寸过大，请缩小后上传'
const PDF_REFUSALS: Readonly<Record<PdfFault, string>> = {
  broken: BROKEN,
  active: 'PDF 文件含有脚本、附件或自动执行的操作，不能上传',
  encrypted: 'PDF 文件已加密，请取消密码和权限限制后重新上传',
  opaque: 'PDF 文件结构无法检查，请用“打印为 PDF”重新生成后上传',
}

/** A PNG of 10 MB in chunks of 8 KB has 1,300. */
const MOST_SEGMENTS = 20_000

const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** C4, C8 and CC are other segments. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, at) => bytes[at] === byte)
const latin = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

function judgeSize(type: 'jpg' | 'png', width: number, height: number): Inspected {
  if (width === 0 || height === 0) return { refusal: BROKEN }
  return width > UPLOAD_SIDE || height > UPLOAD_SIDE || width * height > UPLOAD_PIXELS
    ? { refusal: FLOOD }
    : { type, width, height }
}

function inspectPng(bytes: Uint8Array): Inspected {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const nameAt = (at: number) => latin(bytes.subarray(at + 4, at + 8))
  if (bytes.length < 45 || view.getUint32(8) !== 13 || nameAt(8) !== 'IHDR') return { refusal: BROKEN }
  let chunks = 0
  for (let at = 8; at + 12 <= bytes.length && chunks < MOST_SEGMENTS; at += 12 + view.getUint32(at)) {
    chunks += 1
    if (nameAt(at) !== 'IEND') continue
    return at + 12 === bytes.length ? judgeSize('png', view.getUint32(16), view.getUint32(20)) : { refusal: BROKEN }
  }
  return { refusal: BROKEN }
}

function inspectJpeg(bytes: Uint8Array): Inspected {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let size: Pixels | undefined
  let segments = 0
  for (let at = 2; at + 4 <= bytes.length && segments < MOST_SEGMENTS; segments += 1) {
    if (bytes[at] !== 0xff) return { refusal: BROKEN }
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xda) return size ? judgeSize('jpg', size.width, size.height) : { refusal: BROKEN }
    const length = view.getUint16(at + 2)
    if (length < 2) return { refusal: BROKEN }
    if (isFrame(marker)) {
      if (at + 9 > bytes.length) return { refusal: BROKEN }
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    }
    at += 2 + length
  }
  return { refusal: BROKEN }
}

/** Images are not decoded: decompression bombs are rejected cheaply by the header. */
export async function inspectUpload(bytes: Uint8Array): Promise<Inspected> {
  if (bytes.length === 0) return { refusal: '文件是空的，请重新选择' }
  if (startsWith(bytes, PNG_START)) return inspectPng(bytes)
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return inspectJpeg(bytes)
  if (startsWith(bytes, [0x25, 0x50, 0x44, 0x46])) {
    const fault = await inspectPdf(bytes)
    return fault ? { refusal: PDF_REFUSALS[fault] } : { type: 'pdf' }
  }
  return { refusal: UNKNOWN }
}
