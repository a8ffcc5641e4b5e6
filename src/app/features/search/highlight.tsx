import { splitByWords } from './words.ts'

export function Highlight({ text, words }: { text: string; words: readonly string[] }) {
  return splitByWords(text, words).map(({ part, isMatch }, at) =>
    isMatch ? (
      <mark key={at} className="bg-transparent text-link">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}
