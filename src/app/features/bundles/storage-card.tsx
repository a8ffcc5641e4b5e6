import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { formatBytes } from '#app/lib/format-bytes.ts'
import { clearAnswers } from '#app/offline/persist-cache.ts'
import type { BundleHead } from '#app/offline/bundles/bundle-store.ts'
import { useUnsent } from '#app/offline/outbox/outbox-state.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dotted } from '#app/ui/dotted.tsx'
import { Card } from '#app/ui/card.tsx'
import { confirm } from '#app/ui/confirm.ts'
import { Details } from '#app/ui/details.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import { needsHomeScreen, type useStorage } from '#app/parts/use-storage.ts'

const UNTOLD = '浏览器未提供'
const NEARLY_FULL = 80

interface StorageCardProps {
  readonly heads: readonly BundleHead[]
  readonly storage: ReturnType<typeof useStorage>
  onDropAll(): Promise<void>
}

export function StorageCard({ heads, storage, onDropAll }: StorageCardProps) {
  const client = useQueryClient()
  const unsent = useUnsent().length
  const { health, look, makeLasting } = storage
  const bytes = heads.flatMap(({ parts }) => parts).reduce((sum, part) => sum + (part.here ? part.bytes : 0), 0)
  const share = health?.used !== undefined && health.room ? (100 * health.used) / health.room : undefined
  const shareWords = share === undefined ? '' : `（${share > 0 && share < 1 ? '不足 1%' : `${Math.round(share)}%`}）`

  async function keep() {
    if (await makeLasting()) toast.success('浏览器已同意长期保存')
    else toast.error('浏览器未同意，请添加到主屏幕或收藏后重试')
  }
  async function clear() {
    const isSure = await confirm({
      question: '是否清除本机数据和离线资料？',
      detail: '未提交的内容不会清除；清除后离线时看不到这些页面。',
      yes: '清除',
      danger: true,
    })
    if (!isSure) return
    await onDropAll()
    await clearAnswers(client)
    look()
    toast.success('已清除本机数据和离线资料')
  }
  async function clearPages() {
    const isSure = await confirm({
      question: '是否清除页面数据？',
      detail: '只清除看过的页面保存在本机的数据，联网打开后重新保存。离线资料和未提交的内容不会清除。',
      yes: '清除',
    })
    if (!isSure) return
    await clearAnswers(client)
    look()
    toast.success('已清除页面数据')
  }
  return (
    <Card title="本机存储">
      <div className="[&>dl>:last-child>dd]:flex-1">
        <Details
          isShort
          rows={[
            [
              '已用 / 上限',
              health?.used === undefined ? (
                health && UNTOLD
              ) : (
                <Fragment key="used">
                  {formatBytes(health.used)}
                  {health.room !== undefined && ` / ${formatBytes(health.room)}`}
                  {shareWords}
                  {share !== undefined && share >= 1 && (
                    <ProgressBar
                      className="mb-1 mt-1.5 w-44 max-w-full"
                      label="已用存储空间"
                      value={share}
                      tone={share > NEARLY_FULL ? 'attention' : 'ok'}
                    />
                  )}
                </Fragment>
              ),
            ],
            ['离线资料', <Dotted key="kept" of={[`${heads.length} 栋`, formatBytes(bytes)]} />],
            [
              '待提交',
              unsent === 0 ? (
                '没有'
              ) : (
                <Link key="unsent" to="/outbox" className="text-link underline">
                  {unsent} 项
                </Link>
              ),
            ],
            [
              '长期保存',
              health &&
                (health.isLasting === null ? (
                  UNTOLD
                ) : health.isLasting ? (
                  '是'
                ) : (
                  <Fragment key="lasting">
                    <span className="flex flex-wrap items-center justify-between gap-x-3">
                      <Badge tone="attention" look="plain" className="text-base">
                        浏览器可能清除
                      </Badge>
                      <Button size="small" onClick={() => void keep()}>
                        请求长期保存
                      </Button>
                    </span>
                    <span className="mt-1 block text-sm text-ink-soft">空间紧张时，未提交的内容也可能被清除</span>
                  </Fragment>
                )),
            ],
          ]}
        />
      </div>
      {share !== undefined && share > NEARLY_FULL && (
        <p className="mt-2 text-sm text-attention-ink">存储空间快满了，请删除不用的建筑资料或清理设备空间。</p>
      )}
      {needsHomeScreen() && (
        <p className="mt-3 text-sm text-attention-ink">
          Safari 会清除 7 天未打开网站的数据：请点击“分享 → 添加到主屏幕”，从主屏幕打开使用。
        </p>
      )}
      <div className="mt-3 space-y-1 border-t border-line pt-2">
        <Act words="只清除看过的页面，离线资料保留">
          <Button kind="quiet" size="small" className="-mr-2.5" onClick={() => void clearPages()}>
            清除页面数据
          </Button>
        </Act>
        <Act words="页面数据和离线资料一起清除">
          <Button kind="quiet" size="small" className="-mr-2.5" onClick={() => void clear()}>
            清除本机数据
          </Button>
        </Act>
      </div>
    </Card>
  )
}

function Act({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-3">
      <span className="min-w-0 text-sm text-ink-soft">{words}</span>
      <span className="shrink-0">{children}</span>
    </div>
  )
}
