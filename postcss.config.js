import autoprefixer from 'autoprefixer'
import selectorParser from 'postcss-selector-parser'
import tailwindcss from 'tailwindcss'

/** Writes a selector down again; a type selector goes first in its compound: `.x` with `a` is `a.x`. */
function write(tokens) {
  let out = ''
  let compound = { tag: '', rest: '' }
  for (const { kind, text } of tokens) {
    if (kind === 'combinator') {
      out += compound.tag + compound.rest + text
      compound = { tag: '', rest: '' }
    } else if (kind === 'tag' || kind === 'universal') {
      if (compound.tag && compound.tag !== text) return null
      compound.tag = text
    } else compound.rest += text
  }
  return out + compound.tag + compound.rest
}

/** The selectors, as token lists, that one selector with `:where()` and `:is()` stands for. */
function variants(selector) {
  let found = [[]]
  for (const node of selector.nodes) {
    if (node.type === 'pseudo' && (node.value === ':where' || node.value === ':is')) {
      const options = node.nodes.flatMap(variants)
      const leads = !node.prev() && (!node.next() || node.next().type === 'combinator')
      if (!leads && options.some((option) => option.some((token) => token.kind === 'combinator'))) {
        throw new Error(`no selector without :where() or :is() says ${selector}`)
      }
      found = found.flatMap((head) => options.map((option) => [...head, ...option]))
    } else {
      const text = node.value === ':not' ? withoutLists(node) : String(node).trim()
      const token = { kind: node.type, text: node.type === 'combinator' && text ? ` ${text} ` : text || ' ' }
      found = found.map((head) => [...head, token])
    }
  }
  return found
}

/** `:not(a, b)` as `:not(a):not(b)`: Chromium 86 takes one argument only. */
function withoutLists(not) {
  const refused = not.nodes.flatMap(variants).map(write)
  return refused.map((selector) => `:not(${selector})`).join('')
}

/** A selector list without `:where()` and `:is()`, for which Chromium 86 drops the whole rule. */
export function withoutGroups(selectors) {
  const list = selectorParser().astSync(selectors).nodes.flatMap(variants)
  return list
    .map(write)
    .filter((selector) => selector !== null)
    .join(', ')
}

const unwrapGroups = {
  postcssPlugin: 'unwrap-where-and-is',
  OnceExit(css) {
    css.walkRules(/:(?:where|is)\(/, (rule) => {
      rule.selector = withoutGroups(rule.selector)
    })
  },
}

export default {
  plugins: [
    tailwindcss(),
    autoprefixer({ overrideBrowserslist: ['chrome >= 86', 'firefox >= 90', 'safari >= 14', 'ios >= 14'] }),
    unwrapGroups,
  ],
}
