import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { DESK, useMedia } from '../lib/use-media.ts'
import { Button } from './button.tsx'
import { CascadeColumns } from './cascade-columns.tsx'
import {
  type CascadeNode,
  type CascadePath,
  columnsOf,
  isLeaf,
  labelsOf,
  openAtFirst,
  pathWords,
  samePath,
} from './cascade.ts'
import { cx } from './cx.ts'
import { ChevronDownIcon } from './icon.tsx'
import { LazyDialog } from './lazy-dialog.tsx'
import { frameClass } from './text-input.tsx'

interface CascaderBase {
  readonly label: string
  /** undefined while loading. */
  readonly options: readonly CascadeNode[] | undefined
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly className?: string
  readonly name?: string
  readonly id?: string
  readonly 'aria-describedby'?: string | undefined
  readonly 'aria-invalid'?: true | undefined
  readonly 'aria-required'?: true | undefined
  readonly 'aria-label'?: string
}

interface OneOf extends CascaderBase {
  readonly multiple?: false
  /** From the root; empty: none. */
  readonly value: CascadePath
  /** For filters: branches can be selected. */
  readonly anyLevel?: boolean
  onChange(path: CascadePath): void
}

interface ManyOf extends CascaderBase {
  readonly multiple: true
  readonly value: readonly CascadePath[]
  onChange(paths: readonly CascadePath[]): void
}

export type CascaderProps = OneOf | ManyOf

export function Cascader(props: CascaderProps) {
  const { label, options = [], placeholder = '请选择', disabled, className, name, id } = props
  const panelId = useId()
  const valueId = `${panelId}-value`
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const desk = useMedia(DESK)
  const [open, setOpen] = useState<CascadePath | null>(null)
  const isOpen = open !== null
  const chosen = props.multiple ? props.value : props.value.length > 0 ? [props.value] : []
  const free = !props.multiple && props.anyLevel === true

  const show = () => setOpen(openAtFirst(options, (chosen[0] ?? []).slice(0, props.multiple ? -1 : undefined)))
  const hide = () => {
    setOpen(null)
    button.current?.focus()
  }

  useEffect(() => {
    if (!isOpen || !desk) return undefined
    const stops = root.current?.querySelectorAll<HTMLElement>('[role^=menuitem][tabindex="0"]')
    stops?.[stops.length - 1]?.focus()
    const leave = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(null)
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Must not also close a surrounding dialog.
      event.stopPropagation()
      setOpen(null)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    document.addEventListener('keydown', escape, true)
    return () => {
      document.removeEventListener('keydown', escape, true)
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [isOpen, desk])

  const touch = (path: CascadePath, node: CascadeNode) => {
    if (!isLeaf(node)) setOpen(path)
    if (props.multiple) {
      if (isLeaf(node)) props.onChange(toggled(props.value, path))
      return
    }
    if (isLeaf(node) || free) props.onChange(path)
    if (isLeaf(node)) hide()
  }

  const columns = open && (
    <CascadeColumns
      label={label}
      roots={options}
      open={open}
      chosen={chosen}
      multiple={props.multiple === true}
      narrow={!desk}
      onTouch={touch}
    />
  )
  const foot = (props.multiple || free) && (
    <>
      {chosen.length > 0 && (
        <Button kind="quiet" size="small" onClick={() => (props.onChange([]), free && hide())}>
          清除
        </Button>
      )}
      <Button kind="primary" size="small" onClick={hide}>
        确定
      </Button>
    </>
  )

  return (
    <div ref={root} className={cx('relative', className)}>
      <button
        ref={button}
        type="button"
        id={id}
        name={name}
        disabled={disabled}
        aria-label={props['aria-label']}
        aria-describedby={cx(valueId, props['aria-describedby'])}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => (isOpen ? hide() : show())}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isOpen) return
          event.preventDefault()
          show()
        }}
        className={cx(
          frameClass,
          'flex min-h-control w-full items-center gap-2 py-1 pl-3 pr-2.5 text-left',
          // aria-invalid is not allowed on buttons.
          props['aria-invalid'] && '!border-danger',
        )}
      >
        <span id={valueId} className={cx('min-w-0 flex-1 truncate', chosen.length === 0 && !free && 'text-ink-soft')}>
          {wordsOf(options, chosen) || placeholder}
        </span>
        <ChevronDownIcon className="text-ink-soft" />
      </button>
      {isOpen && desk && (
        <div
          id={panelId}
          className="absolute left-0 top-full z-float mt-1 w-max max-w-[min(44rem,92vw)] animate-appear rounded-md border border-line bg-panel text-ink shadow-float"
        >
          {columns}
          {foot && <div className="flex justify-end gap-2 border-t border-line px-3 py-2">{foot}</div>}
        </div>
      )}
      {!desk && (
        <LazyDialog open={isOpen} onClose={hide} title={label} footer={foot || undefined}>
          <div id={panelId} className="-mx-4 -my-4">
            {open && <Way options={options} open={open} onBack={setOpen} />}
            {columns}
          </div>
        </LazyDialog>
      )}
    </div>
  )
}

const toggled = (paths: readonly CascadePath[], path: CascadePath) =>
  paths.some((one) => samePath(one, path)) ? paths.filter((one) => !samePath(one, path)) : [...paths, path]

function wordsOf(options: readonly CascadeNode[], chosen: readonly CascadePath[]): string {
  if (chosen.length === 1 && chosen[0]) return pathWords(options, chosen[0])
  return chosen.map((path) => labelsOf(options, path)[path.length - 1]).join('、')
}

function Way({
  options,
  open,
  onBack,
}: {
  options: readonly CascadeNode[]
  open: CascadePath
  onBack(path: CascadePath): void
}): ReactNode {
  const levels = labelsOf(options, open).slice(0, columnsOf(options, open).length - 1)
  if (levels.length === 0) return null
  return (
    <div className="sticky -top-4 z-sticky flex flex-wrap items-center border-b border-line bg-panel px-2">
      {levels.map((words, at) => (
        <Button key={open[at]} kind="quiet" size="small" onClick={() => onBack(open.slice(0, at))}>
          {words}
        </Button>
      ))}
    </div>
  )
}
