import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import ts from 'typescript'

export interface Import {
  /** As written. */
  readonly from: string
  /** Null: a package. */
  readonly file: string | null
  /** `type`: erased. */
  readonly kind: 'static' | 'type' | 'dynamic'
}

export interface Module {
  readonly path: string
  readonly text: string
  readonly imports: readonly Import[]
  /** `process.env`, `Date.now`, … */
  readonly reads: readonly string[]
  readonly barrel: boolean
  readonly defaultExport: boolean
}

const FLOORS = new Map([
  ['#contract/', 'src/contract/'],
  ['#server/', 'src/server/'],
  ['#app/', 'src/app/'],
  ['#sw/', 'src/sw/'],
  ['#demo/', 'src/demo/'],
  ['#mocks/', 'mocks/'],
])

function fileNamed(from: string, importer: string): string | null {
  if (from.startsWith('.')) return posix.join(posix.dirname(importer), from)
  for (const [prefix, folder] of FLOORS) if (from.startsWith(prefix)) return folder + from.slice(prefix.length)
  return null
}

function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly
  const clause = node.importClause
  if (!clause) return false
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const named = clause.namedBindings
  if (clause.name || !named || !ts.isNamedImports(named)) return false
  return named.elements.length > 0 && named.elements.every((element) => element.isTypeOnly)
}

const READS = new Set(['process.env', 'import.meta.env', 'Date.now', 'Math.random', 'crypto.randomUUID'])

function readOf(node: ts.Node): string | null {
  if (ts.isPropertyAccessExpression(node)) {
    const name = node.getText().replace(/^globalThis\./, '')
    return READS.has(name) ? name : null
  }
  const isDate = (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'Date'
  return isDate && (ts.isCallExpression(node) || !node.arguments?.length) ? 'new Date()' : null
}

/** Without comments and strings. */
export function readModule(path: string, text: string): Module {
  const imports: Import[] = []
  const reads = new Set<string>()
  const add = (from: string, kind: Import['kind']) => imports.push({ from, kind, file: fileNamed(from, path) })
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)

  function visit(node: ts.Node): void {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
      add((node.moduleSpecifier as ts.StringLiteral).text, isTypeOnly(node) ? 'type' : 'static')
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [first] = node.arguments
      if (first && ts.isStringLiteralLike(first)) add(first.text, 'dynamic')
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add((node.argument.literal as ts.StringLiteral).text, 'type')
    }
    const read = readOf(node)
    if (read) reads.add(read)
    ts.forEachChild(node, visit)
  }
  visit(source)

  const { statements } = source
  return {
    path,
    text,
    imports,
    reads: [...reads],
    barrel: statements.length > 0 && statements.every((s) => ts.isExportDeclaration(s) && s.moduleSpecifier),
    defaultExport: statements.some(
      (s) =>
        (ts.isExportAssignment(s) && !s.isExportEquals) ||
        (ts.canHaveModifiers(s) && ts.getModifiers(s)?.some((m) => m.kind === ts.SyntaxKind.DefaultKeyword)),
    ),
  }
}

export function filesUnder(root: string, ...folders: string[]): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
    )
    .sort()
}

export function modulesUnder(root: string, ...folders: string[]): Module[] {
  return filesUnder(root, ...folders)
    .filter((path) => /\.(tsx?|mjs)$/.test(path) && !/\.d\.m?ts$/.test(path))
    .map((path) => readModule(path, readFileSync(join(root, path), 'utf8')))
}
