import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, useCallback, useId, useState } from 'react'
import { requestWords } from '#app/lib/request-words.ts'
import { LARGE, useMedia } from '#app/lib/use-media.ts'
import { SearchIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { KeyHint } from '#app/parts/key-hint.tsx'
import { PageDialog } from '#app/ui/page-dialog.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import type { Hit } from './hit.ts'
import { HitList } from './hit-list.tsx'
import { HitPreview } from './hit-preview.tsx'
import { addRecent } from './recent.ts'
import { SearchField } from './search-field.tsx'
import { type Kind, useHitGroups } from './use-hit-groups.ts'

export function SearchDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <PageDialog open={open} onClose={onClose} title="搜索">
      <Search onClose={onClose} />
    </PageDialog>
  )
}

const isPlain = (event: MouseEvent) => !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)

function Search({ onClose }: { onClose: () => void }) {
  const { history } = useRouter()
  const listId = useId()
  const [keyword, setKeyword] = useState('')
  const [kind, setKind] = useState<Kind>('')
  const [chosen, setChosen] = useState<string>()
  const takeKeyword = useCallback((next: string) => {
    setKeyword(next)
    setChosen(undefined)
  }, [])
  const { groups, words, isLocal, isWaiting, error, retry, kinds } = useHitGroups(keyword, kind)
  const isWide = useMedia(LARGE)
  const hits = groups.flatMap((group) => group.hits)
  const active = hits.find(({ key }) => key === chosen) ?? hits[0]

  function open(hit: Pick<Hit, 'to'>, event?: MouseEvent) {
    const whole = hits.find(({ to }) => to === hit.to)
    if (whole) addRecent(whole)
    if (event && !isPlain(event)) return
    event?.preventDefault()
    onClose()
    history.push(hit.to)
  }

  function move(by: number) {
    const at = active ? hits.indexOf(active) : -1
    setChosen(hits[(at + by + hits.length) % hits.length]?.key)
  }

  function choose(next: Kind) {
    setKind(next)
    setChosen(undefined)
  }

  function press(event: KeyboardEvent) {
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        if (hits.length > 0) move(event.key === 'ArrowDown' ? 1 : -1)
        break
      case 'Enter':
        if (active && !isWaiting && (event.metaKey || event.ctrlKey)) {
          addRecent(active)
          window.open(active.to, '_blank', 'noopener')
        } else if (active && !isWaiting) open(active)
        break
      default:
        return
    }
    event.preventDefault()
  }

  return (
    <>
      <SearchField
        listId={listId}
        activeKey={active?.key}
        keyword={keyword}
        onKeyword={takeKeyword}
        onPress={press}
        onClose={onClose}
      />
      <div className="border-b border-line px-3 py-2 md:px-5">
        <Segmented
          label="搜索范围"
          options={kinds.map(([value, label]) => ({ value, label }))}
          value={kind}
          onChange={choose}
        />
        <output className="sr-only">
          {words.length > 0 &&
            !isWaiting &&
            !error &&
            `${kinds.find(([of]) => of === kind)?.[1]}，列出 ${hits.length} 条`}
        </output>
      </div>
      {isLocal && (
        <output className="block border-b border-line bg-attention-soft px-5 py-2 text-sm text-attention-ink">
          现在连不上服务器：只在本机看过的列表和离线资料中查找
        </output>
      )}
      <div className="flex min-h-0 flex-1">
        <div aria-busy={isWaiting} className="min-w-0 flex-1 overflow-y-auto overscroll-contain">
          {hits.length > 0 ? (
            <HitList
              id={listId}
              groups={groups}
              words={words}
              activeKey={active?.key}
              onPoint={setChosen}
              onOpen={open}
            />
          ) : (
            <Nothing keyword={keyword.trim()} isWaiting={isWaiting} error={error} retry={retry} />
          )}
        </div>
        {isWide && active && (
          <div className="w-[19.75rem] shrink-0 overflow-y-auto border-l border-line">
            <HitPreview hit={active} onOpen={open} />
          </div>
        )}
      </div>
      <SearchKeys />
    </>
  )
}

function SearchKeys() {
  return (
    <footer className="hidden flex-wrap items-center gap-x-4 border-t border-line bg-sunk px-5 py-2 text-xs text-ink-soft mouse:flex">
      <span>
        <KeyHint keys="↑" />
        <KeyHint keys="↓" /> 选择
      </span>
      <span>
        <KeyHint keys="↵" /> 打开
      </span>
      <span>
        <KeyHint keys="Ctrl ↵" /> 新标签页
      </span>
      <span className="ml-auto">只查找您可查看的内容</span>
    </footer>
  )
}

function Nothing({
  keyword,
  isWaiting,
  error,
  retry,
}: {
  keyword: string
  isWaiting: boolean
  error: Error | null
  retry: () => void
}) {
  if (error)
    return (
      <Empty
        title={error.message}
        hint={requestWords(error)}
        action={
          <Button size="small" onClick={retry}>
            重试
          </Button>
        }
      />
    )
  if (isWaiting) return <p className="px-5 py-8 text-center text-sm text-ink-soft">正在查找</p>
  return keyword === '' ? (
    <Empty
      icon={<SearchIcon className="h-10 w-10" />}
      title="输入名称、地址或编号"
      hint="可写多个词，以空格分隔，例如“中心大厦 水泵”"
    />
  ) : (
    <Empty
      icon={<SearchIcon className="h-10 w-10" />}
      title={`没有找到“${keyword}”`}
      hint="请换一个词，或只写名称的一部分；找点位可写设备编号的开头，或“建筑名 点位名”"
    />
  )
}
