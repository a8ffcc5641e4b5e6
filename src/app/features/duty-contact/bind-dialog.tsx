import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { DutyContact } from '#contract/duty-contact.ts'
import { dutyContactQuery, makeBindLink } from '#app/data/duty-contact.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { QrCode } from '#app/parts/qr-code.tsx'
import { Button } from '#app/ui/button.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast-queue.ts'

const LOOK_MS = 3000

interface BindLink {
  readonly url: string
  readonly expireTime: string
}

export function BindDialog({ of, onClose }: { of: DutyContact; onClose(): void }) {
  const [link, setLink] = useState<BindLink>()
  const [error, setError] = useState('')
  const [isAsking, setAsking] = useState(true)
  const { data } = useQuery({ ...dutyContactQuery.list(), refetchInterval: LOOK_MS })
  const known = new Set(of.devices.map(({ id, boundTime }) => `${id} ${boundTime}`))
  const devices = data?.list.find(({ id }) => id === of.id)?.devices ?? []
  const bound = devices.find(({ id, boundTime }) => !known.has(`${id} ${boundTime}`))
  useEffect(() => {
    if (!isAsking) return undefined
    let isOpen = true
    makeBindLink(of.id).then(
      ({ token, url, expireTime }) => isOpen && setLink({ url: url || `${location.origin}/b/${token}`, expireTime }),
      (failure: unknown) => {
        if (!isOpen) return
        setAsking(false)
        setError(failureWords(failure, '未能取得二维码，请重试'))
      },
    )
    return () => void (isOpen = false)
  }, [of.id, isAsking])
  async function copy(url: string) {
    try {
      await navigator.clipboard.writeText(url)
      toast.success(`已复制“${of.name}”的绑定链接`)
    } catch {
      toast.error('未能复制，请长按链接复制')
    }
  }
  return (
    <LazyDialog
      open
      onClose={onClose}
      title={`绑定${of.name}的手机`}
      width={420}
      footer={
        <Button kind={bound ? 'primary' : 'secondary'} onClick={onClose}>
          {bound ? '完成' : '关闭'}
        </Button>
      }
    >
      {bound ? (
        <output className="block py-6 text-center text-base text-ink">
          已绑定：{bound.name}。已向该手机发送测试通知，请确认收到。
        </output>
      ) : error ? (
        <div className="space-y-3">
          <p role="alert" className="text-base text-danger-ink">
            {error}
          </p>
          <Button
            onClick={() => {
              setError('')
              setAsking(true)
            }}
          >
            重试
          </Button>
        </div>
      ) : (
        <div className="space-y-3 text-center">
          <p className="text-left text-base text-ink">
            请{of.name}用自己的手机扫码，在打开的页面允许通知。不需要账号，绑定后火警直接推送到该手机。
          </p>
          {link ? (
            <>
              <QrCode text={link.url} label="绑定手机的二维码" className="mx-auto w-56" />
              <p className="text-sm text-ink-soft">{link.expireTime.slice(0, 16)} 前有效，用一次</p>
              <p className="break-all text-left text-xs text-ink-soft">{link.url}</p>
              <Button onClick={() => void copy(link.url)}>复制链接</Button>
            </>
          ) : (
            <Loading>
              <Skeleton className="mx-auto h-56 w-56" />
            </Loading>
          )}
        </div>
      )}
    </LazyDialog>
  )
}
