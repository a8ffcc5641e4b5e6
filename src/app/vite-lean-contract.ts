import type { Plugin } from 'vite'

const SUMMARY = /^ +summary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),\n/gm

/** What the contract says of a call for its API description only: the client leaves it to the server. */
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
