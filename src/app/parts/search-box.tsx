import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createTypedSearch, type TypedSearch } from '#app/lib/typed-search.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { SearchIcon } from '#app/ui/action-icons.tsx'
import { TextInput } from '#app/ui/text-input.tsx'

interface SearchBoxProps {
  readonly label: string
  readonly maxLength?: number
  /** Current keyword, from the URL. */
  readonly initial?: string | undefined
  readonly className?: string
  onSearch(keyword: string): void
}

const FITS = 13

export function SearchBox({ label, maxLength = 64, initial = '', className, onSearch }: SearchBoxProps) {
  const isPhone = !useMedia(DESK)
  const [text, setText] = useState(initial)
  const search = useRef<TypedSearch | null>(null)
  const send = useEffectEvent(onSearch)
  useEffect(() => {
    const typed = createTypedSearch((keyword) => send(keyword))
    search.current = typed
    return typed.stop
  }, [])
  useEffect(() => {
    if (search.current?.follow(initial)) setText(initial)
  }, [initial])
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        search.current?.now()
      }}
    >
      <TextInput
        type="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={isPhone && label.length > FITS ? label.split('、')[0] : label}
        maxLength={maxLength}
        value={text}
        lead={<SearchIcon />}
        onChange={(event) => {
          setText(event.target.value)
          const { isComposing } = event.nativeEvent as InputEvent
          search.current?.type(event.target.value, isComposing)
        }}
        // The last one of a composition still has isComposing.
        onCompositionEnd={(event) => search.current?.type(event.currentTarget.value, false)}
      />
    </form>
  )
}
