import { formatBytes } from '#app/lib/format-bytes.ts'
import { REFRESH_LIMITS } from '#app/offline/refresh/refresh-state.ts'
import type { RefreshSupport } from '#app/offline/refresh/request-refresh.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import type { useRefresh } from './use-refresh.ts'

const WORDS: Readonly<Record<RefreshSupport, string>> = {
  unsupported: '本浏览器不支持后台更新，打开本平台时更新',
  denied: '安装到本机后，浏览器会不定时在后台更新首页、未结束的火警和离线资料',
  granted: '浏览器会不定时在后台更新首页、未结束的火警和离线资料',
}

const OPTIONS = REFRESH_LIMITS.map((value) => ({ value, label: value === 0 ? '关闭' : `${value / 1024 / 1024} MB` }))

export function RefreshPart({ refresh: { support, state, change } }: { refresh: ReturnType<typeof useRefresh> }) {
  if (!support) return null
  return (
    <section className="border-t border-line pt-4 md:max-xl:border-l md:max-xl:border-t-0 md:max-xl:pl-6 md:max-xl:pt-0">
      <h3 className="mb-1 text-sm font-semibold">后台更新</h3>
      <p className="text-sm text-ink-soft">{WORDS[support]}</p>
      {support !== 'unsupported' && state && (
        <>
          <p className="mt-3 text-base text-ink">
            今天后台更新 {state.times} 次 · {formatBytes(state.bytes)}
          </p>
          {state.limit > 0 && state.bytes >= state.limit && (
            <p className="mt-1 text-sm text-attention-ink">已达到今天的流量上限，明天继续更新</p>
          )}
          <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
            <span className="text-sm text-ink-soft">每天流量上限</span>
            <Segmented
              label="每天流量上限"
              options={OPTIONS}
              value={state.limit}
              onChange={(limit) => void change({ limit })}
            />
          </div>
          <Checkbox
            className="mt-2"
            checked={state.onMetered}
            disabled={state.limit === 0}
            onChange={({ target }) => void change({ onMetered: target.checked })}
          >
            移动网络下也更新
          </Checkbox>
        </>
      )}
    </section>
  )
}
