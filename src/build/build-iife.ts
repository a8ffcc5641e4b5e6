import { build, type Rollup } from 'vite'

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
    build: { write: false, target: 'chrome86', rollupOptions: { input: source, output: { format: 'iife' } } },
  })) as Rollup.RollupOutput
  return built.output[0].code.trim()
}
