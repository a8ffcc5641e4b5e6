import Squire from 'squire-rte'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cleanHtml } from '#app/lib/clean-html.ts'
import { RICH_TEXT_LOOK } from '#app/parts/rich-text.tsx'
import { cx } from '#app/ui/cx.ts'
import type { FieldControl } from '#app/ui/field.tsx'

interface RichEditorProps {
  readonly label: string
  readonly control: FieldControl
  readonly html: string
  onChange(html: string): void
}

function asFragment(html: string): DocumentFragment {
  const template = document.createElement('template')
  template.innerHTML = cleanHtml(html)
  return document.importNode(template.content, true)
}

/** No HTML element for it. */
const STRUCTURED_TEXT = { role: 'textbox', 'aria-multiline': true } as const

const HEADING = 'H3'

/** Published text has no empty headings. */
function nameEmptyHeadings(root: HTMLElement): void {
  for (const heading of root.querySelectorAll(HEADING)) {
    if (heading.textContent?.trim()) heading.removeAttribute('aria-label')
    else heading.setAttribute('aria-label', '小标题')
  }
}

function turnHeading(editor: Squire): void {
  const tag = editor.hasFormat(HEADING) ? 'p' : HEADING
  editor.modifyBlocks((fragment) => {
    for (const block of Array.from(fragment.querySelectorAll('p, h3'))) {
      const turned = document.createElement(tag)
      turned.append(...Array.from(block.childNodes))
      block.replaceWith(turned)
    }
    return fragment
  })
}

async function turnLink(editor: Squire): Promise<void> {
  if (editor.hasFormat('A')) return void editor.removeLink()
  const url = window.prompt('链接地址（以 http:// 或 https:// 开头）', 'https://')?.trim()
  if (url && /^https?:\/\/\S+\.\S+/.test(url)) editor.makeLink(url)
}

const TOOLS: readonly (readonly [
  key: string,
  label: string,
  sign: ReactNode,
  tag: string | null,
  run: (e: Squire) => unknown,
])[] = [
  ['heading', '小标题', '标题', HEADING, turnHeading],
  ['bold', '加粗', <b key="b">B</b>, 'B', (e) => (e.hasFormat('B') ? e.removeBold() : e.bold())],
  ['italic', '斜体', <i key="i">I</i>, 'I', (e) => (e.hasFormat('I') ? e.removeItalic() : e.italic())],
  ['underline', '下划线', <u key="u">U</u>, 'U', (e) => (e.hasFormat('U') ? e.removeUnderline() : e.underline())],
  ['ol', '编号列表', '1.', 'OL', (e) => (e.hasFormat('OL') ? e.removeList() : e.makeOrderedList())],
  ['ul', '项目列表', '•', 'UL', (e) => (e.hasFormat('UL') ? e.removeList() : e.makeUnorderedList())],
  ['link', '链接', '链接', 'A', turnLink],
  ['clear', '清除格式', '清除', null, (e) => e.removeAllFormatting()],
  ['undo', '撤销', '↶', null, (e) => e.undo()],
  ['redo', '重做', '↷', null, (e) => e.redo()],
]

/** The sanitiser's elements; a chunk of its own. */
export function RichEditor({ label, control, html, onChange }: RichEditorProps) {
  const root = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Squire>()
  const [on, setOn] = useState<readonly string[]>([])
  const first = useRef(html)
  const tell = useRef(onChange)
  useEffect(() => {
    tell.current = onChange
  })
  useEffect(() => {
    if (!root.current) return
    const made = new Squire(root.current, { blockTag: 'P', sanitizeToDOMFragment: asFragment })
    made.setHTML(first.current)
    const look = () => setOn(TOOLS.flatMap(([key, , , tag]) => (tag && made.hasFormat(tag) ? [key] : [])))
    made.addEventListener('input', () => {
      nameEmptyHeadings(made.getRoot())
      tell.current(made.getHTML())
    })
    made.addEventListener('pathChange', look)
    made.addEventListener('select', look)
    setEditor(made)
    return () => made.destroy()
  }, [])
  return (
    <div
      className={cx(
        'rounded border border-line-strong bg-panel focus-within:border-focus',
        control['aria-invalid'] && 'border-danger',
      )}
    >
      <div role="toolbar" aria-label={`${label}格式`} className="flex flex-wrap gap-0.5 border-b border-line p-1">
        {TOOLS.map(([key, name, sign, tag, run]) => (
          <button
            key={key}
            type="button"
            title={name}
            aria-label={name}
            aria-pressed={tag === null ? undefined : on.includes(key)}
            // Keeps the text selection when a tool is clicked.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              if (!editor) return
              editor.focus()
              run(editor)
              nameEmptyHeadings(editor.getRoot())
              tell.current(editor.getHTML())
            }}
            className={cx(
              'min-h-control-sm min-w-control-sm rounded px-2 text-sm touch:min-h-[2.75rem] touch:min-w-[2.75rem]',
              on.includes(key) ? 'bg-link/10 font-medium text-link' : 'text-ink hover:bg-sunk',
            )}
          >
            {sign}
          </button>
        ))}
      </div>
      <div
        {...control}
        ref={root}
        {...STRUCTURED_TEXT}
        aria-label={label}
        className={cx(
          RICH_TEXT_LOOK,
          'max-h-[45vh] min-h-[14rem] overflow-y-auto px-3 py-2 focus-visible:-outline-offset-2',
        )}
      />
    </div>
  )
}
