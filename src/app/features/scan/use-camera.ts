import { useEffect, useRef, useState } from 'react'
import { toast } from '#app/ui/toast-queue.ts'
import { readFrames } from './read-frames.ts'

/** `starting`: also running. */
export type CameraState = 'looking' | 'starting' | 'refused' | 'missing'

const isThere = () => Boolean(navigator.mediaDevices?.getUserMedia)

async function look(): Promise<CameraState> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  if (!devices.some(({ kind }) => kind === 'videoinput')) return 'missing'
  const { state } = await navigator.permissions.query({ name: 'camera' as PermissionName })
  return state === 'denied' ? 'refused' : 'starting'
}

export function useCamera(onCode: (code: string) => void) {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>(() => (isThere() ? 'looking' : 'missing'))
  const latest = useRef(onCode)
  useEffect(() => {
    latest.current = onCode
  })

  useEffect(() => {
    if (state !== 'looking') return undefined
    let isLeft = false
    const found = (state: CameraState) => {
      if (!isLeft) setState(state)
    }
    look().then(found, () => found('starting'))
    return () => {
      isLeft = true
    }
  }, [state])

  useEffect(() => {
    if (state !== 'starting') return undefined
    let isLeft = false
    let letGo: () => void = () => undefined
    const start = async () => {
      const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      const stop = () => stream.getTracks().forEach((track) => track.stop())
      const screen = video.current
      if (isLeft || !screen) return stop()
      screen.srcObject = stream
      await screen.play().catch(() => undefined)
      const stopReading = readFrames(screen, (code) => latest.current(code))
      letGo = () => {
        stopReading()
        stop()
      }
      if (isLeft) letGo()
    }
    start().catch((error: unknown) => {
      if (isLeft) return
      setState(error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'missing')
    })
    return () => {
      isLeft = true
      letGo()
    }
  }, [state])
  async function retry() {
    if (state !== 'missing') return setState('starting')
    const found = isThere() ? await look().catch((): CameraState => 'starting') : state
    if (found === 'missing') toast.error('仍未找到摄像头，请输入编号')
    setState(found)
  }
  return { video, state, retry: () => void retry() }
}
