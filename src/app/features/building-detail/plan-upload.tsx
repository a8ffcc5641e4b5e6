import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import type { PlanInfo } from '#contract/floor-plan.ts'
import { putPlan } from '#app/data/floor-plan.ts'
import { CallError } from '#app/lib/call.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { shrinkPlan } from '#app/lib/shrink-plan.ts'
import { CameraIcon, UploadIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { confirm } from '#app/ui/confirm.ts'
import { toast } from '#app/ui/toast-queue.ts'

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
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')

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
    setBusy(true)
    setError('')
    try {
      const small = await shrinkPlan(file)
      await putPlan(client, { buildingId, floor, file: small, ...(replaced && { version: replaced.plan.version }) })
      toast.success(replaced ? '平面图已更换，请核对点位' : '平面图已上传')
    } catch (failure) {
      setError(wordsOf(failure))
    } finally {
      setBusy(false)
    }
  }
  const input = {
    type: 'file',
    accept: 'image/*',
    disabled: isBusy,
    onChange: (event: ChangeEvent<HTMLInputElement>) => void take(event),
    ...(error && { 'aria-describedby': errorId, 'aria-invalid': true }),
  }
  return (
    <>
      <input {...input} ref={chooser} aria-label="平面图图片" className="sr-only" tabIndex={-1} />
      <input {...input} ref={camera} aria-label="拍摄平面图" capture="environment" hidden />
      <Button icon={<UploadIcon />} busy={isBusy} onClick={() => chooser.current?.click()}>
        {replaced ? '更换图片' : '上传图片'}
      </Button>
      <Button icon={<CameraIcon />} className="mouse:hidden" disabled={isBusy} onClick={() => camera.current?.click()}>
        拍照
      </Button>
      {error && (
        <p id={errorId} role="alert" className="w-full text-sm text-danger-ink">
          {error}
        </p>
      )}
    </>
  )
}
