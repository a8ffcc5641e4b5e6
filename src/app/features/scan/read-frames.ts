/** Where the browser has it. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

/** Cheap enough for old phones. */
const PAUSE_MS = 200
const LONGEST_SIDE = 640

type Read = (video: HTMLVideoElement) => Promise<string | null>

async function ownReader(): Promise<Read | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  try {
    if (!BarcodeDetector || !(await BarcodeDetector.getSupportedFormats()).includes('qr_code')) return null
    const detector = new BarcodeDetector({ formats: ['qr_code'] })
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null
  } catch {
    return null
  }
}

async function scriptReader(): Promise<Read> {
  const { decodeQR } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const drawing = canvas.getContext('2d')
  return async (video) => {
    const shrink = Math.min(1, LONGEST_SIDE / Math.max(video.videoWidth, video.videoHeight))
    canvas.width = Math.round(video.videoWidth * shrink)
    canvas.height = Math.round(video.videoHeight * shrink)
    if (!drawing || canvas.width === 0) return null
    drawing.drawImage(video, 0, 0, canvas.width, canvas.height)
    const { data, width, height } = drawing.getImageData(0, 0, canvas.width, canvas.height)
    try {
      return decodeQR({ data, width, height })
    } catch {
      // No code in the frame.
      return null
    }
  }
}

/** @returns stops decoding */
export function readFrames(video: HTMLVideoElement, onCode: (code: string) => void): () => void {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = async () => {
    const read = (await ownReader()) ?? (await scriptReader())
    const look = async () => {
      if (isOver) return
      const code = video.readyState >= 2 ? await read(video).catch(() => null) : null
      if (isOver) return
      if (code) onCode(code)
      timer = setTimeout(() => void look(), PAUSE_MS)
    }
    await look()
  }
  void run().catch(() => undefined)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
