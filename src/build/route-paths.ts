import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export function routePaths(root: string): string[] {
  const [, tree = ''] =
    /interface FileRoutesByTo \{([^}]*)\}/.exec(readFileSync(join(root, 'src/app/routeTree.gen.ts'), 'utf8')) ?? []
  const paths = [...tree.matchAll(/'(\/[^']*)'/g)].map(([, path = '']) => path)
  if (paths.length === 0) throw new Error('The route tree names no path')
  return paths
}
