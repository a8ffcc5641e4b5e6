import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that holds package.json. */
export const repositoryRoot = join(dirname(fileURLToPath(import.meta.url)), '../..')
