import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { SEARCH_LENGTH } from '#contract/search.ts'
import { createTypedSearch, type TypedSearch } from '#app/lib/typed-search.ts'
import { KeyHint } from '#app/parts/key-hint.tsx'
import { ChevronLeftIcon, SearchIcon } from '#app/ui/action-icons.tsx'
import { IconButton } from '#app/ui/button.tsx'
import { CloseIcon } from '#app/ui/icon.tsx'
import { optionId } from './hit-list.tsx'

interface SearchFieldProps {
  readonly listId: string
  readonly activeKey: string | undefined
  readonly keyword: string
  onKeyword(keyword: string): void
  onPress(event: KeyboardEvent): void
  onClose(): void
}

export function SearchField({ listId, activeKey, keyword, onKeyword, onPress, onClose }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const typed = useRef<TypedSearch | null>(null)
  useEffect(() => {
    const search = createTypedSearch(onKeyword)
    typed.current = search
    return search.stop
  }, [onKeyword])
  useEffect(() => {
    // Headless UI focuses no field on touch screens.
    queueMicrotask(() => input.current?.focus())
  }, [])

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    // The rows still belong to the text before.
    if (event.key === 'Enter' && text.trim() !== keyword.trim()) {
      event.preventDefault()
      typed.current?.now()
    } else onPress(event)
  }

  return (
    <div className="flex items-center gap-1 border-b border-line px-1 md:px-4">
      <IconButton label="关闭搜索" icon={<ChevronLeftIcon />} onClick={onClose} className="md:hidden" />
      <SearchIcon className="hidden h-5 w-5 text-ink-soft md:block" />
      <input
        ref={input}
        role="combobox"
        aria-expanded={activeKey !== undefined}
        aria-controls={listId}
        aria-activedescendant={activeKey === undefined ? undefined : optionId(activeKey)}
        aria-autocomplete="list"
        aria-label="搜索建筑、单位、点位、页面"
        placeholder="建筑、单位、点位、页面"
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={SEARCH_LENGTH}
        value={text}
        onChange={({ target, nativeEvent }) => {
          setText(target.value)
          typed.current?.type(target.value, (nativeEvent as InputEvent).isComposing)
        }}
        onCompositionEnd={({ currentTarget }) => typed.current?.type(currentTarget.value, false)}
        onKeyDown={press}
        className="h-14 min-w-0 flex-1 bg-transparent px-2 text-lg text-ink outline-none placeholder:text-ink-soft focus-visible:outline-none"
      />
      {text !== '' && (
        <IconButton
          label="清空"
          icon={<CloseIcon />}
          onClick={() => {
            setText('')
            typed.current?.type('', false)
            typed.current?.now()
            input.current?.focus()
          }}
        />
      )}
      <button
        type="button"
        onClick={onClose}
        className="hidden h-control items-center rounded px-2 text-sm text-ink-soft hover:bg-wash md:flex"
      >
        关闭
        <KeyHint keys="esc" />
      </button>
    </div>
  )
}
