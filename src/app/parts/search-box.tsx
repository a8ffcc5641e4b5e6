import { useEffect, useRef, useState } from 'react'
import { createTypedSearch, type TypedSearch } from '#app/lib/typed-search.ts'
import { SearchIcon } from '#app/ui/action-icons.tsx'
import { TextInput } from '#app/ui/text-input.tsx'

interface SearchBoxProps {
  /** What is searched, for screen readers and in the empty box. */
  readonly label: string
  readonly maxLength: number
  /** What is searched for already, as an address says. */
  readonly initial?: string
  readonly className?: string
  onSearch(keyword: string): void
}

/** Searches as one types: after a pause, and never in the middle of a character being formed. */
export function SearchBox({ label, maxLength, initial = '', className, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(initial)
  const [first] = useState(initial)
  const latest = useRef(onSearch)
  const search = useRef<TypedSearch | null>(null)
  useEffect(() => {
    latest.current = onSearch
  })
  useEffect(() => {
    const typed = createTypedSearch((keyword) => latest.current(keyword), undefined, first)
    search.current = typed
    return typed.stop
  }, [first])
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
        placeholder={label}
        maxLength={maxLength}
        value={text}
        lead={<SearchIcon />}
        onChange={(event) => {
          setText(event.target.value)
          const { isComposing } = event.nativeEvent as InputEvent
          search.current?.type(event.target.value, isComposing)
        }}
        // The last letter of a composition comes before its end: only now is the text what is meant.
        onCompositionEnd={(event) => search.current?.type(event.currentTarget.value, false)}
      />
    </form>
  )
}
