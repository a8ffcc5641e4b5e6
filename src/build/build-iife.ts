import { build, type Rollup } from 'vite'

/** Chromium 86 has optional chaining: only `a?.(...b)` fails before 91, which the built client may not contain. */
export const SCRIPT_TARGET = 'chrome91'

/** One classic script, for an inline element. */
export async function buildIife(
  root: string,
  source: string,
  define: Readonly<Record<string, string>>,
): Promise<string> {
  const built = (await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define: { ...define },
    build: { write: false, target: SCRIPT_TARGET, rollupOptions: { input: source, output: { format: 'iife' } } },
  })) as Rollup.RollupOutput
  return built.output[0].code.trim()
}
