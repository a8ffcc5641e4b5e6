import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repositoryRoot as root } from '../support/repository-root.ts'
import { readTable } from './read-table.ts'

const linesOf = (name: string) =>
  readFileSync(join(import.meta.dirname, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t')[0] ?? '')

const documented = readTable<'path'>('documented-routes.tsv').map((row) => row.path)
const ours = linesOf('routes-of-ours.txt')

/** `/wlw/$id` is `/wlw/{id}`. */
function builtRoutes(): string[] {
  const tree = readFileSync(join(root, 'src/app/routeTree.gen.ts'), 'utf8')
  const [, body = ''] = /export interface FileRoutesByTo \{([^}]*)\}/.exec(tree) ?? []
  return [...body.matchAll(/^ {2}'([^']+)'/gm)]
    .map(([, path = '']) => path.replace(/\$(\w+)/g, '{$1}'))
    .filter((path) => path !== '/{$}' && path !== '/$')
}

const built = builtRoutes()

describe('the pages', () => {
  test('are read from the generated tree', () => {
    expect(built).toContain('/login')
  })

  test('have documented paths, or ones declared ours', () => {
    expect(built.filter((path) => !documented.includes(path) && !ours.includes(path))).toEqual([])
  })

  test('exist if documented', () => {
    expect(documented.filter((path) => !built.includes(path))).toEqual([])
  })

  test('exist if declared ours, and are not documented', () => {
    expect(ours.filter((path) => !built.includes(path) || documented.includes(path))).toEqual([])
  })
})
