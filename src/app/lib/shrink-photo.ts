/** In pixels; keeps nameplates readable. */
const LONGEST_SIDE = 2048
const SMALL_BYTES = 400_000
const QUALITY = 0.82

export function decodePicture(file: File): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(file)
  const image = new Image()
  return new Promise<HTMLImageElement>((resolve, reject) => {
    image.addEventListener('load', () => resolve(image))
    image.addEventListener('error', () => reject(new Error('no picture')))
    image.src = address
  }).finally(() => URL.revokeObjectURL(address))
}

const asJpeg = (canvas: HTMLCanvasElement) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))

/** Upright, without EXIF location; small and undecodable files are unchanged. */
export async function shrinkPhoto(file: File): Promise<File> {
  const needed = file.size > SMALL_BYTES || /^image\/(webp|heic|heif)$/.test(file.type)
  if (!file.type.startsWith('image/') || !needed) return file
  try {
    const image = await decodePicture(file)
    const scale = Math.min(1, LONGEST_SIDE / Math.max(image.naturalWidth, image.naturalHeight))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(image.naturalWidth * scale)
    canvas.height = Math.round(image.naturalHeight * scale)
    const pen = canvas.getContext('2d')
    if (!pen) return file
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(image, 0, 0, canvas.width, canvas.height)
    const small = await asJpeg(canvas)
    if (!small || (small.size >= file.size && scale === 1 && file.type === 'image/jpeg')) return file
    return new File([small], file.name.replace(/\.[^.]*$/, '') + '.jpg', { type: 'image/jpeg' })
  } catch {
    return file
  }
}
