const every = Number(process.env.MUTATION_EVERY)

/** Stryker has no sampling. */
export const isSampled = ({ id }) => Number(id) % every === 0

export const strykerPlugins = [
  {
    kind: 'Checker',
    name: 'every-nth',
    factory: () => ({
      init: async () => undefined,
      group: async (mutants) => [mutants.map(({ id }) => id)],
      check: async (mutants) =>
        Object.fromEntries(
          mutants.map((mutant) => [
            mutant.id,
            isSampled(mutant) ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' },
          ]),
        ),
    }),
  },
]
