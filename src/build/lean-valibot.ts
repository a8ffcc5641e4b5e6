import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const MODULE = '\0valibot:'
const REGION = /^\/\/#region src\/(.+?)\.ts\n([^]*?)^\/\/#endregion/gm
const DECLARED = /^(?:let|var|const|function\*?|async function) ([\w$]+)/gm
const NAMESPACE = /^import \* as (\w+) from ["']valibot["'];?$/m

/** By the names they declare; the package has them joined. */
function valibotModules() {
  const packed = createRequire(import.meta.url).resolve('valibot')
  const text = readFileSync(join(dirname(packed), 'index.mjs'), 'utf8')
  const regions = [...text.matchAll(REGION)].map(([, file = '', code = '']) => ({
    file,
    code,
    names: [...code.matchAll(DECLARED)].map(([, name = '']) => name),
  }))
  const fileOf = new Map(regions.flatMap(({ file, names }) => names.map((name) => [name, file] as const)))
  const codeOf = new Map(
    regions.map(({ file, code, names }) => {
      const used = new Set(code.match(/[\w$]+/g)?.filter((word) => (fileOf.get(word) ?? file) !== file))
      const imports = [...used].map((name) => `import { ${name} } from '${MODULE}${fileOf.get(name)}'\n`)
      return [MODULE + file, `${imports.join('')}${code}\nexport { ${names.join(', ')} }`]
    }),
  )
  return { fileOf, codeOf }
}

/** The entry contains only the sign-in pages'. */
export function leanValibot(): Plugin {
  const { fileOf, codeOf } = valibotModules()
  return {
    name: 'lean-valibot',
    apply: 'build',
    resolveId: (id) => (codeOf.has(id) ? { id, moduleSideEffects: false } : null),
    load: (id) => codeOf.get(id) ?? null,
    transform(code) {
      const [statement, alias = ''] = NAMESPACE.exec(code) ?? []
      if (!statement) return null
      const used = new Set<string>()
      const body = code.replace(statement, '').replace(new RegExp(`(?<![\\w$.])${alias}\\.(\\w+)`, 'g'), (_, name) => {
        used.add(name as string)
        return `${alias}_${name}`
      })
      const imports = [...used].map((name) => {
        // `null` is `null_`.
        const declared = fileOf.has(name) ? name : `${name}_`
        const file = fileOf.get(declared) ?? this.error(`valibot has no ${name}`)
        return `import { ${declared} as ${alias}_${name} } from '${MODULE}${file}'\n`
      })
      return { code: imports.join('') + body, map: null }
    },
  }
}
