import type { Plugin } from 'vite'

const SUMMARY = /^ +summary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),\n/gm

/** Only the server's API description uses them. */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/contract\/[^/]+\.ts$/ },
      handler: (code) => ({ code: code.replace(SUMMARY, ''), map: null }),
    },
  }
}
