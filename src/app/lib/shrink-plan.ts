import { PLAN_BYTES, PLAN_SIDE } from '#contract/floor-plan.rules.ts'
import { decodePicture } from './shrink-photo.ts'

const QUALITIES = [0.86, 0.7, 0.5]

const asJpeg = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))

/** Upright on white, at most {@link PLAN_SIDE} pixels and {@link PLAN_BYTES}. @throws Error with Chinese text */
export async function shrinkPlan(file: File): Promise<File> {
  const image = await decodePicture(file).catch(() => {
    throw new Error('此图片无法打开，请换一张 JPG 或 PNG 图片')
  })
  return planFrom(image, image.naturalWidth, image.naturalHeight)
}

/** As {@link shrinkPlan}. */
export async function planFrom(source: CanvasImageSource, width: number, height: number): Promise<File> {
  const scale = Math.min(1, PLAN_SIDE / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (context) {
    // Transparent drawings would become black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(source, 0, 0, canvas.width, canvas.height)
  }
  for (const quality of QUALITIES) {
    const small = await asJpeg(canvas, quality)
    if (small && small.size <= PLAN_BYTES) return new File([small], 'plan.jpg', { type: 'image/jpeg' })
  }
  throw new Error('图片无法压缩到 2 MB 以内，请裁剪后再上传')
}
