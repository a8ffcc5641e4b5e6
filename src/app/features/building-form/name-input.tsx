import { useQuery } from '@tanstack/react-query'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Suggestion } from '#contract/building-form.ts'
import { buildingFormQuery } from '#app/data/building-form.ts'
import { createTypedSearch } from '#app/lib/typed-search.ts'
import { SearchIcon } from '#app/ui/action-icons.tsx'
import type { FieldControl } from '#app/ui/field.tsx'
import { TextInput } from '#app/ui/text-input.tsx'

interface NameInputProps {
  readonly control: FieldControl
  readonly value: string
  onType(name: string): void
  onPick(suggestion: Suggestion): void
}

/** By touch, Tab and arrow keys. */
export function NameInput({ control, value, onType, onPick }: NameInputProps) {
  const [keyword, setKeyword] = useState('')
  const [typed] = useState(() => createTypedSearch(setKeyword))
  useEffect(() => typed.stop, [typed])
  const { data } = useQuery(buildingFormQuery.suggest(keyword))
  const shown = keyword === '' ? [] : (data ?? [])
  const frame = useRef<HTMLDivElement>(null)

  const close = () => {
    // The same name searches again.
    typed.type('', false)
    typed.now()
    setKeyword('')
  }
  const leave = (event: FocusEvent) => {
    if (!frame.current?.contains(event.relatedTarget)) close()
  }
  const moveByKey = (event: KeyboardEvent) => {
    const stops = Array.from(frame.current?.querySelectorAll<HTMLElement>('input, button') ?? [])
    const [input] = stops
    if (event.nativeEvent.isComposing || shown.length === 0 || !input) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      input.focus()
      close()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const at = stops.findIndex((stop) => stop === document.activeElement)
    const next = at + (event.key === 'ArrowDown' ? 1 : -1)
    stops[(next + stops.length) % stops.length]?.focus()
  }
  return (
    <div className="relative" ref={frame}>
      <TextInput
        {...control}
        name="name"
        lead={<SearchIcon />}
        placeholder="输入名称，查找预登记建筑"
        autoComplete="off"
        value={value}
        onChange={(event) => {
          onType(event.target.value)
          typed.type(event.target.value.trim(), (event.nativeEvent as InputEvent).isComposing)
        }}
        onCompositionEnd={(event) => typed.type(event.currentTarget.value.trim(), false)}
        onKeyDown={moveByKey}
        onBlur={leave}
      />
      <output className="sr-only">{shown.length > 0 && `有 ${shown.length} 个预登记建筑可选`}</output>
      {shown.length > 0 && (
        <ul
          aria-label="预登记建筑"
          className="absolute left-0 right-0 top-full z-20 mt-1 max-h-72 overflow-y-auto rounded border border-line-strong bg-panel py-1 shadow-lg"
        >
          {shown.map((suggestion) => (
            <li key={suggestion.id}>
              <button
                type="button"
                // Losing the focus would close the list before the click.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => {
                  close()
                  onPick(suggestion)
                }}
                onKeyDown={moveByKey}
                onBlur={leave}
                className="block min-h-[2.75rem] w-full px-3 py-1 text-left hover:bg-sunk focus-visible:-outline-offset-2"
              >
                <span className="block text-base text-ink">{suggestion.name}</span>
                <span className="block truncate text-xs text-ink-soft">
                  {[suggestion.complexName, suggestion.addressDetail ?? suggestion.address].filter(Boolean).join(' · ')}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
