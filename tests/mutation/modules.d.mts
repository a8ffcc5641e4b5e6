export const MODULES: Readonly<
  Record<string, { readonly mutate: readonly string[]; readonly tests: readonly string[] }>
>

export function filesOf(patterns: readonly string[]): string[]
