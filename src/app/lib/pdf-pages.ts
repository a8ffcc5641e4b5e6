import { PLAN_SIDE } from '#contract/floor-plan.rules.ts'

export interface PdfPages {
  readonly count: number
  /** From 1. @throws Error when the page cannot be drawn */
  draw(page: number): Promise<HTMLCanvasElement>
  close(): void
}

// Plans whose fonts are not embedded.
const characterMaps = import.meta.glob<string>('/node_modules/pdfjs-dist/cmaps/*GB*.bcmap', {
  query: '?url',
  import: 'default',
})

class CharacterMaps {
  async fetch({ name }: { name: string }) {
    const address = await characterMaps[`/node_modules/pdfjs-dist/cmaps/${name}.bcmap`]?.()
    if (address === undefined) throw new Error(`No character map ${name}`)
    const response = await fetch(address)
    return { cMapData: new Uint8Array(await response.arrayBuffer()), isCompressed: true }
  }
}

/** @throws Error with Chinese text */
export async function openPdf(file: File): Promise<PdfPages> {
  const { getDocument, PDFWorker, Worker } = await loadReader()
  const port = new Worker()
  const worker = PDFWorker.create({ port })
  const data = new Uint8Array(await file.arrayBuffer())
  const task = getDocument({ data, worker, CMapReaderFactory: CharacterMaps, useWorkerFetch: false })
  function close() {
    void task.destroy()
    worker.destroy()
    port.terminate()
  }
  const pdf = await task.promise.catch((error: unknown) => {
    close()
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    throw new Error(isLocked ? '此 PDF 有密码，请去除密码后再上传' : '此 PDF 无法打开，请截图或拍照后上传图片')
  })
  return {
    count: pdf.numPages,
    close,
    async draw(number) {
      const page = await pdf.getPage(number)
      const { width, height } = page.getViewport({ scale: 1 })
      const viewport = page.getViewport({ scale: PLAN_SIDE / Math.max(width, height) })
      const canvas = document.createElement('canvas')
      canvas.width = Math.max(1, Math.round(viewport.width))
      canvas.height = Math.max(1, Math.round(viewport.height))
      await page.render({ canvas, viewport }).promise
      return canvas
    },
  }
}

async function loadReader() {
  try {
    const [{ getDocument, PDFWorker }, { default: Worker }] = await Promise.all([
      import('pdfjs-dist/legacy/build/pdf.mjs'),
      import('pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker'),
    ])
    return { getDocument, PDFWorker, Worker }
  } catch {
    throw new Error('此浏览器无法打开 PDF，请截图或拍照后上传图片')
  }
}
