import type { Plugin } from 'vite'

/** Only types read the names of children, and ids that equal their paths. */
export function leanRoutes(): Plugin {
  return {
    name: 'lean-routes',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/routeTree\.gen\.ts$/ },
      handler: (code) => ({ code: lean(code), map: null }),
    },
  }
}

function lean(code: string): string {
  return code
    .replace(/ id: ('[^']+'),\n\s+path: \1,/g, ' path: $1,')
    .replace(/^(const \w+Children: \w+ = )\{([^}]*)\}/gm, (_, head: string, children: string) => {
      return `${head}[${children.replace(/\w+:\s/g, '')}]`
    })
}
