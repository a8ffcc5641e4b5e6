import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, lazy, Suspense, useId, useRef, useState } from 'react'
import type { PlanInfo } from '#contract/floor-plan.ts'
import { putPlan } from '#app/data/floor-plan.ts'
import { CallError } from '#app/lib/call.ts'
import { failureWords } from '#app/lib/request-words.ts'
import type { PdfPages } from '#app/lib/pdf-pages.ts'
import { planFrom, shrinkPlan } from '#app/lib/shrink-plan.ts'
import { useAsyncAction } from '#app/parts/use-async-action.ts'
import { CameraIcon, UploadIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { confirm } from '#app/ui/confirm.ts'
import { toast } from '#app/ui/toast-queue.ts'

const PlanPageDialog = lazy(() => import('./plan-page-dialog.tsx').then((m) => ({ default: m.PlanPageDialog })))

interface PlanUploadProps {
  readonly buildingId: string
  readonly floor: string
  readonly replaced?: { readonly plan: PlanInfo; readonly placed: number }
}

const wordsOf = (error: unknown) =>
  error instanceof CallError
    ? (error.fields?.['file'] ?? failureWords(error, '上传失败'))
    : error instanceof Error
      ? error.message
      : '上传失败'

export function PlanUpload({ buildingId, floor, replaced }: PlanUploadProps) {
  const client = useQueryClient()
  const chooser = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const errorId = useId()
  const { busy, run } = useAsyncAction()
  const [error, setError] = useState('')
  const [pages, setPages] = useState<PdfPages | null>(null)
  const size = replaced ? undefined : 'small'

  async function take({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    // The same file can be chosen again.
    target.value = ''
    if (!file) return
    if (
      replaced &&
      replaced.placed > 0 &&
      !(await confirm({
        question: `是否更换${floor}平面图？`,
        detail: `图上 ${replaced.placed} 个点位留在原来的相对位置，换图后请逐一核对。`,
        yes: '更换',
      }))
    )
      return
    if (file.type === 'application/pdf')
      await saying(async () => setPages(await (await import('#app/lib/pdf-pages.ts')).openPdf(file)))
    else await saying(async () => upload(await shrinkPlan(file)))
  }

  async function saying(work: () => Promise<void>) {
    setError('')
    await run(work, (failure) => setError(wordsOf(failure)))
  }

  async function upload(file: File) {
    await putPlan(client, { buildingId, floor, file, ...(replaced && { version: replaced.plan.version }) })
    toast.success(replaced ? `${floor}平面图已更换，请核对点位` : `${floor}平面图已上传`)
  }

  function leavePages() {
    pages?.close()
    setPages(null)
  }

  function pickPage(picture: HTMLCanvasElement) {
    leavePages()
    void saying(async () => upload(await planFrom(picture, picture.width, picture.height)))
  }

  const input = {
    type: 'file',
    disabled: busy,
    onChange: (event: ChangeEvent<HTMLInputElement>) => void take(event),
    ...(error && { 'aria-describedby': errorId, 'aria-invalid': true }),
  }
  return (
    <>
      <input
        {...input}
        ref={chooser}
        accept="image/*,application/pdf"
        aria-label="平面图图片或 PDF"
        className="sr-only"
        tabIndex={-1}
      />
      <input {...input} ref={camera} accept="image/*" aria-label="拍摄平面图" capture="environment" hidden />
      <Button size={size} icon={<UploadIcon />} busy={busy} onClick={() => chooser.current?.click()}>
        {replaced ? '更换平面图' : '上传平面图'}
      </Button>
      <Button
        size={size}
        icon={<CameraIcon />}
        className="mouse:hidden"
        disabled={busy}
        onClick={() => camera.current?.click()}
      >
        拍照
      </Button>
      {pages && (
        <Suspense fallback={null}>
          <PlanPageDialog pages={pages} floor={floor} onPick={pickPage} onClose={leavePages} />
        </Suspense>
      )}
      {error && (
        <p id={errorId} role="alert" className="w-full text-sm text-danger-ink">
          {error}
        </p>
      )}
    </>
  )
}
