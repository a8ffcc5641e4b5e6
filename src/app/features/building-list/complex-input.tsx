import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useContext, useId, useState } from 'react'
import { createTypedSearch } from '#app/lib/typed-search.ts'
import { NamesShown } from '#app/ui/select.tsx'
import { TextInput } from '#app/ui/text-input.tsx'

interface ComplexInputProps {
  readonly names: UseQueryOptions<string[], Error, string[], never> | object
  readonly value: string
  onChange(name: string | undefined): void
}

export function ComplexInput({ names, value, onChange }: ComplexInputProps) {
  const id = useId()
  const { data = [] } = useQuery(names as UseQueryOptions<string[]>)
  const [text, setText] = useState(value)
  const [typed] = useState(() => createTypedSearch((said) => onChange(said || undefined), undefined, value))
  const isNamed = useContext(NamesShown)
  return (
    <div>
      {isNamed && (
        <span aria-hidden="true" className="mb-1 block text-sm text-ink">
          综合体名称
        </span>
      )}
      <TextInput
        aria-label="综合体名称"
        placeholder="综合体名称"
        list={id}
        maxLength={100}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          typed.type(event.target.value.trim(), (event.nativeEvent as InputEvent).isComposing)
        }}
        onCompositionEnd={(event) => typed.type(event.currentTarget.value.trim(), false)}
        onBlur={() => typed.now()}
      />
      <datalist id={id}>
        {data.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </div>
  )
}
